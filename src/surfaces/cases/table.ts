// Turns a JSONL table of calls into cases; a line that is not a case, or that expects something unknown, is a problem.

export interface Stub {
  readonly exit?: number;
}

export interface ExpectedRow {
  readonly verb?: string;
  readonly decision?: string;
  readonly reason?: string;
  readonly exit_code?: number;
}

export interface Expect {
  readonly parse?: "ok" | "error";
  readonly error_mentions?: readonly string[];
  readonly decision?: string;
  readonly reason?: string;
  readonly exec?: readonly string[];
  readonly remote_words?: readonly string[];
  readonly audit_verb?: string;
  readonly child_env?: Readonly<Record<string, string>>;
  readonly env_absent?: readonly string[];
  readonly env_absent_value?: Readonly<Record<string, string>>;
  readonly bin_not_under?: string;
  readonly exit?: number;
  readonly audit_rows?: readonly ExpectedRow[];
}

export interface TableCase {
  readonly id: string;
  /** Null where the table's own Guardfile is meant. */
  readonly guardfile: string | null;
  readonly call: readonly string[] | null;
  /** The caller's environment, beside an otherwise empty one. */
  readonly env: Readonly<Record<string, string>>;
  /** How the spawns would end, in order. */
  readonly stub: readonly Stub[];
  readonly expect: Expect;
}

const EXPECTATIONS = [
  ...["parse", "error_mentions", "decision", "reason", "exec", "remote_words", "audit_verb"],
  ...["child_env", "env_absent", "env_absent_value", "bin_not_under", "exit", "audit_rows"],
];

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

function isNames(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === "string");
}

/** @returns what is wrong with a parsed line, or null */
function problemOf(value: unknown): string | null {
  if (!isObject(value)) return "is not an object";
  if (typeof value.id !== "string") return "has no `id`";
  if (!isObject(value.expect)) return "has no `expect`";
  if ((value.guardfile ?? null) !== null && typeof value.guardfile !== "string") {
    return "has a `guardfile` that is no text";
  }
  if ((value.call ?? null) !== null && !isWords(value.call))
    return "has a `call` that is no list of words";
  if (value.env !== undefined && !isNames(value.env))
    return "has an `env` that is no table of texts";
  if (value.stub !== undefined && !Array.isArray(value.stub)) return "has a `stub` that is no list";
  const unknown = Object.keys(value.expect).find((name) => !EXPECTATIONS.includes(name));
  return unknown === undefined ? null : `expects \`${unknown}\`, which nothing checks`;
}

function toCase(value: Json): TableCase {
  return {
    id: String(value.id),
    guardfile: typeof value.guardfile === "string" ? value.guardfile : null,
    call: isWords(value.call) ? value.call : null,
    env: isNames(value.env) ? value.env : {},
    stub: Array.isArray(value.stub) ? (value.stub as Stub[]) : [],
    expect: value.expect as Expect,
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * @param text the whole table, one JSON object a line; blank lines are skipped
 * @returns the cases, and one sentence for each line that is none
 */
export function readTable(text: string): {
  cases: readonly TableCase[];
  problems: readonly string[];
} {
  const cases: TableCase[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const value = parsed(line);
    const problem = problemOf(value);
    if (problem === null) cases.push(toCase(value as Json));
    else problems.push(`line ${index + 1} ${problem}`);
  }
  return { cases, problems };
}
