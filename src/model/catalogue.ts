// What is known about a binary: how it reads its options, and what each flag means to it.

import type { OptionStyle } from "./policy.ts";

/** `attached` is an optional value that counts only when it is attached (`-O<cmd>`, `--color=when`). */
export type Arity = "none" | "required" | "attached";

export interface FlagFact {
  /** All exact names, dashes included: `["-n", "--no-verify"]`. */
  readonly names: readonly string[];
  readonly arity: Arity;
  /** The value is free text, never read again as flags. */
  readonly isText?: boolean;
  /** Operand prefixes that mean this flag without a dash: `["+"]` for `--force` of git push. */
  readonly dashless?: readonly string[];
}

export interface SubcommandFacts {
  /** Blank-separated words: `remote add`; empty for the binary itself. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly flags: readonly FlagFact[];
  /** Overrides the binary's style. */
  readonly style?: OptionStyle;
  /** Whether `flags` is the whole list, so that an unlisted name is known not to exist. */
  readonly isComplete?: boolean;
  /** What follows `--` is another program's command line. */
  readonly hasInnerCommand?: boolean;
}

export interface BinaryFacts {
  readonly bin: string;
  readonly style: OptionStyle;
  /** Flags that may stand before the subcommand. */
  readonly globals: readonly FlagFact[];
  /** True where `globals` are read only before the subcommand (git, docker). */
  readonly areGlobalsFirst?: boolean;
  readonly subcommands: readonly SubcommandFacts[];
  /** Hands its words, joined, to another shell: ssh, `adb shell`, watch. */
  readonly joinsForShell?: boolean;
  /** Prefixes of operands that are read as files of more arguments: `@`. */
  readonly responseFiles?: readonly string[];
  /** Variables that choose the binary's target or credentials: worth a line when dropped. */
  readonly targetVariables?: readonly string[];
  /** Variables that make the binary run code or load configuration. */
  readonly codeVariables?: readonly string[];
}
