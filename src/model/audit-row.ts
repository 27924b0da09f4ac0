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

export type AuditRow = DecidedRow | FinishedRow;
