// What a program can be made to do with the words, variables and input that a caller gives it, as data.

/** How it is reached: by a flag, an operand, a variable, by being run at all, or by what is read from stdin. */
export type HazardKind = "flag" | "positional" | "env" | "bare" | "stdin" | "config";

/** Runs a program, writes, loads configuration, acts as somebody else, asks a person, sends away, or shows. */
export const HAZARD_EFFECTS = [
  "exec",
  "write",
  "config",
  "identity",
  "network",
  "interactive",
  "read",
] as const;
export type HazardEffect = (typeof HAZARD_EFFECTS)[number];

export type HazardSeverity = "critical" | "high" | "medium" | "low";

export interface Hazard {
  /** Blank-separated words; empty for the program itself. */
  readonly subcommand: string;
  /** Every subcommand of which the same is said: a flag that the catalogue knows at one of them is missing at others. */
  readonly among: readonly string[];
  readonly kind: HazardKind;
  /** Flags with their dashes, variables (a trailing `*` is a glob), or what the operand is called. */
  readonly names: readonly string[];
  readonly effect: HazardEffect;
  readonly severity: HazardSeverity;
  /** One sentence, capital letter and full stop. */
  readonly says: string;
  /** Manual page and version. */
  readonly source: string;
  /** The lint rule that speaks of it; null for the one of its effect. */
  readonly rule: string | null;
  /** A flag whose `deny-flag` closes this operand as well. */
  readonly closedBy: string | null;
  /** Values of the flag, or the words of the operand, that show it; the tamest first. */
  readonly samples: readonly (readonly string[])[];
  /**
   * What in a policy makes it moot, any of them: a fixed flag, `NAME=` or `NAME=value` of its variables,
   * `config:KEY` of git's `-c`.
   */
  readonly unless: readonly string[];
  /** Flags that make the call another one: beside one of them among the fixed words there is no such hazard. */
  readonly notWith: readonly string[];
  /** For an operand: it is meant at this place alone, and what follows the fixed one is something else. */
  readonly isFirstOnly: boolean;
  /** It is on file under the name of another program, to which this one is akin. */
  readonly isBorrowed: boolean;
}
