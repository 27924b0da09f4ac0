// The rows of the audit trail, field by field as the spec's audit page lists them.

import type { Reason, ShellFact } from "./decision.ts";
import type { Outcome } from "./outcome.ts";

export const ROW_VERSION = 1;

/** Long argv is kept as its head, with what was cut counted and hashed. */
export interface ClippedArgv {
  readonly head: readonly string[];
  readonly count: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DecidedRow {
  readonly v: typeof ROW_VERSION;
  /** UUIDv7 of the call, the same in both rows. */
  readonly id: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string;
  readonly phase: "decided";
  readonly verb: string;
  readonly decision: "allow" | "deny";
  readonly reason: Reason | null;
  /** `file:line` of what decided. */
  readonly rule: string | null;
  readonly argv: readonly string[] | ClippedArgv;
  readonly exec: { readonly bin: string; readonly argv: readonly string[] | ClippedArgv } | null;
  readonly env_set: readonly string[];
  readonly env_dropped: readonly string[];
  readonly guardfile: string | null;
  readonly digest: string | null;
  /** How the Guardfile came to be trusted: `installed` for system, user and shipped files, `record`, `env` or `prompt`. */
  readonly trust: string | null;
  /** The answer on record that WARD_TRUST_EXEC overrode; left out where there is none. */
  readonly overrides?: "deny" | "ignore" | null;
  readonly cwd: string | null;
  readonly repo_root: string | null;
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  readonly ppid: number;
  readonly tty: boolean;
  readonly stdin: "tty" | "pipe" | "file" | "none";
  readonly shell_facts: readonly ShellFact[];
  readonly config_dir: string | null;
  readonly policy_hash: string | null;
  /** `POLICY_VERSION` of the ward that decided. */
  readonly policy_version: number;
  /** Whose surface it was, as far as ward could see: an agent's marker was set, or none. */
  readonly surface: "command-line" | "agent";
  /** What the environment claims; labels, never permissions. */
  readonly session: Readonly<Record<string, string>>;
  readonly agent: readonly string[];
  readonly ci: boolean;
}

export interface FinishedRow {
  readonly v: typeof ROW_VERSION;
  readonly id: string;
  readonly at: string;
  readonly phase: "finished";
  readonly verb: string;
  /** As `--outcome-fd` and the library tell it; the three fields below say parts of it in a form that is easy to search. */
  readonly outcome: Outcome;
  readonly exit: number | null;
  readonly signal: string | null;
  readonly launched: boolean;
  readonly duration_ms: number;
  /** At most 2 KiB; captured runs only. */
  readonly stderr_tail?: string;
}

/** Written in front of a call whose Guardfile has another surface than the last call saw. */
export interface PolicyRow {
  readonly v: typeof ROW_VERSION;
  /** UUIDv7 of its own. */
  readonly id: string;
  readonly at: string;
  readonly phase: "policy-changed";
  /** Of the call that saw it. */
  readonly verb: string;
  readonly guardfile: string;
  readonly digest: string;
  /** The digest that the last call saw. */
  readonly previous: string;
  readonly config_dir: string | null;
}

export type AuditRow = DecidedRow | FinishedRow | PolicyRow;

/** A line that nobody wrote to its end: a writer was killed, or the disk was full. */
export interface TornLine {
  readonly bytes: number;
  /** In hex; null where the writer may not read the trail. */
  readonly sha256: string | null;
}

/** What links a row to the one before it. */
export interface Link {
  /** There where the line before the row is a torn one. */
  readonly torn?: TornLine;
  /** `hash` of the row before it; null in the first row of all. */
  readonly prev: string | null;
  /** SHA-256, in hex, of the canonical JSON of the row without this field. */
  readonly hash: string;
}

/** A row as it stands in the trail. */
export type Linked<Row extends AuditRow = AuditRow> = Row & Link;
