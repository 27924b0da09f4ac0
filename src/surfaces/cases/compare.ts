// Compares what a case got with what it expects, field by field; only what is expected is compared.
import type { Expect, ExpectedRow } from "./table.ts";

export interface GotRow {
  readonly verb: string;
  readonly decision: string;
  readonly reason: string | null;
  readonly exit_code: number | null;
}

export interface Got {
  readonly parse: "ok" | "error";
  /** The rendered errors, one text. */
  readonly errors: string;
  /** All below is null where there was no call, or nothing to judge it by. */
  readonly decision: string | null;
  readonly reason: string | null;
  readonly exec: readonly string[] | null;
  readonly remote_words: readonly string[] | null;
  readonly audit_verb: string | null;
  /** What the policy sets on the child. */
  readonly child_env: Readonly<Record<string, string>> | null;
  /** The child's whole environment. */
  readonly environment: Readonly<Record<string, string>> | null;
  readonly bin: string | null;
  readonly exit: number | null;
  readonly audit_rows: readonly GotRow[] | null;
}

export interface Mismatch {
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Canonical text, so that the order of names does not matter. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** `exec` names the binary by its base name. */
function byBaseName(exec: readonly string[] | null): readonly string[] | null {
  if (exec === null) return null;
  const [bin = "", ...rest] = exec;
  return [bin.split("/").at(-1) ?? "", ...rest];
}

/** The fields of got rows that the expected ones name. */
function narrowed(rows: readonly GotRow[] | null, expected: readonly ExpectedRow[]): unknown {
  return rows?.map((row, index) => {
    const names = Object.keys(expected[index] ?? row);
    return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  });
}

function missing(mentions: readonly string[], errors: string): readonly string[] {
  return mentions.filter((mention) => !errors.includes(mention));
}

function compareDecision(expect: Expect, got: Got): Mismatch[] {
  const isReason = expect.decision === "no-such-leaf";
  const decision = isReason ? "deny" : expect.decision;
  const reason = isReason ? "no-such-leaf" : expect.reason;
  const isMet =
    (decision === undefined || got.decision === decision) &&
    (reason === undefined || got.reason === reason);
  const shown = { decision: got.decision, reason: got.reason };
  return isMet ? [] : [{ field: "decision", expected: { decision, reason }, got: shown }];
}

function compareEnvironment(expect: Expect, got: Got): Mismatch[] {
  const child = got.environment ?? {};
  const present = expect.env_absent?.filter((name) => name in child) ?? [];
  const same = Object.entries(expect.env_absent_value ?? {}).filter(
    ([name, value]) => child[name] === value,
  );
  const under = expect.bin_not_under;
  const isUnder = under !== undefined && `${got.bin ?? ""}/`.startsWith(`${under}/`);
  return [
    ...present.map((name) => ({ field: "env_absent", expected: `no ${name}`, got: child[name] })),
    ...same.map(([name, got]) => ({
      field: "env_absent_value",
      expected: `not ${name}=${got}`,
      got,
    })),
    ...(isUnder ? [{ field: "bin_not_under", expected: under, got: got.bin }] : []),
  ];
}

/**
 * @param expect what the table says
 * @param got what parser, engine, environment and row code made of the case
 * @returns one entry for each expectation that was not met
 */
export function compareCase(expect: Expect, got: Got): readonly Mismatch[] {
  const found: Mismatch[] = [];
  const same = (field: string, expected: unknown, value: unknown) => {
    if (expected !== undefined && text(expected) !== text(value)) {
      found.push({ field, expected, got: value });
    }
  };
  same("parse", expect.parse, got.parse);
  const unsaid = missing(expect.error_mentions ?? [], got.errors);
  if (unsaid.length > 0) found.push({ field: "error_mentions", expected: unsaid, got: got.errors });
  found.push(...compareDecision(expect, got));
  same("exec", expect.exec, byBaseName(got.exec));
  same("remote_words", expect.remote_words, got.remote_words);
  same("audit_verb", expect.audit_verb, got.audit_verb);
  same("child_env", expect.child_env, got.child_env);
  found.push(...compareEnvironment(expect, got));
  same("exit", expect.exit, got.exit);
  same("audit_rows", expect.audit_rows, narrowed(got.audit_rows, expect.audit_rows ?? []));
  return found;
}
