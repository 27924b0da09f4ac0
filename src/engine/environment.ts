// Turns the caller's environment into the child's: an allowlist, as sudo's is (spec: guardfile.md section 6, trust.md T91-T93).
// - ward gives HOME USER LOGNAME SHELL (the account) and PATH (the search path); of the rest only ALLOWED passes.
// - `drop` beats `keep`; a glob in `keep` never keeps a name that can run code or holds a secret, a full name does.
// - Of the variables that ward gives, a full name alone keeps the caller's value, or drops it.

import type { Account } from "../model/account.ts";
import type { BinaryFacts } from "../model/catalogue.ts";
import type { ChildEnvironment } from "../model/environment.ts";
import type { EnvironmentRule } from "../model/policy.ts";

const GIVEN = ["HOME", "USER", "LOGNAME", "SHELL", "PATH"];
/** Locale and zone names are file names to the C library, so no path may stand in them. */
const LOCALE = ["LANG", "LC_*", "TZ"];
const SESSION = ["SSH_AUTH_SOCK", "XDG_RUNTIME_DIR"];
const ALLOWED = [
  ...LOCALE,
  ...SESSION,
  "TERM",
  "COLORTERM",
  "NO_COLOR",
  "FORCE_COLOR",
  "COLUMNS",
  "LINES",
  "TMPDIR",
  "CI",
];
/** Names that make programs run code, and names of secrets; compared without case. */
const BY_NAME_ALONE = [
  ...["LD_*", "DYLD_*", "NODE_*", "PYTHON*", "PERL5*", "PERLLIB", "RUBYOPT", "RUBYLIB"],
  ...["BASH_ENV", "BASH_FUNC_*", "ENV", "IFS", "GIT_*", "PAGER", "EDITOR"],
  ...["*_TOKEN", "*_KEY", "*_SECRET", "WARD_*"],
];
/** An answer to a question about this run alone, never one for what the child starts. */
const NEVER = "WARD_TRUST_EXEC";
/** How bash hands over a function, which old ones run while they start. */
const FUNCTION = "() {";

interface EnvironmentInput {
  readonly rule: EnvironmentRule;
  /** Variables of the policy with their values, providers answered. */
  readonly set: Readonly<Record<string, string>>;
  /** ward's own environment. */
  readonly parent: Readonly<Record<string, string | undefined>>;
  /** Null where the user id has no entry; HOME is then the caller's. */
  readonly account: Account | null;
  readonly searchPath: readonly string[];
}

/**
 * @param input the wrap's rule and variables, the caller's environment, the account and the search path
 * @returns the child's whole environment, what the policy set and what the caller has and the child does not
 */
export function childEnvironment(input: EnvironmentInput): ChildEnvironment {
  const env = new Map(given(input).filter(([name]) => !input.rule.drop.includes(name)));
  for (const [name, value] of Object.entries(input.parent)) {
    if (value !== undefined && isPassed(name, value, env, input)) env.set(name, value);
  }
  const set = Object.entries(input.set).filter(([name, value]) => isSafe(name, value));
  for (const [name, value] of set) env.set(name, value);
  const known = new Set([...Object.keys(input.parent), ...Object.keys(input.set)]);
  return {
    env: Object.fromEntries(env),
    set: set.map(([name]) => name).sort(),
    dropped: [...known].filter((name) => !env.has(name)).sort(),
  };
}

/**
 * @param rule of a wrap in a project's Guardfile
 * @returns what holds for its leaves: the person's agent and runtime directory reach them only by their full names
 */
export function projectEnvironment({ keep, drop }: EnvironmentRule): EnvironmentRule {
  return { keep, drop: [...drop, ...SESSION.filter((name) => !keep.includes(name))] };
}

/**
 * @param dropped the names that did not reach the child
 * @param facts what is known about the binary
 * @returns those of them that would have chosen the binary's target or credentials
 */
export function droppedTargets(dropped: readonly string[], facts: BinaryFacts | null): string[] {
  const targets = facts?.targetVariables ?? [];
  return dropped.filter((name) => targets.some((target) => isGlobbed(target, name)));
}

/**
 * @param dropped the names that did not reach the child
 * @param rule that they were dropped by
 * @returns those of locale and zone among them, which held a path where a name belongs
 */
export function droppedLocale(dropped: readonly string[], rule: EnvironmentRule): string[] {
  return dropped.filter((name) => isListed(LOCALE, name) && !isListed(rule.drop, name));
}

function given({ account, parent, searchPath, rule }: EnvironmentInput): [string, string][] {
  const path: [string, string] = ["PATH", searchPath.join(":")];
  const home = parent.HOME;
  if (account === null) {
    const isKept = home !== undefined && isSafe("HOME", home) && !isListed(rule.drop, "HOME");
    return isKept ? [["HOME", home], path] : [path];
  }
  const shell: [string, string][] = account.shell === null ? [] : [["SHELL", account.shell]];
  return [
    ["HOME", account.home],
    ["USER", account.name],
    ["LOGNAME", account.name],
    ...shell,
    path,
  ];
}

function isPassed(
  name: string,
  value: string,
  given: ReadonlyMap<string, string>,
  { rule }: EnvironmentInput,
): boolean {
  if (!isSafe(name, value) || isListed(rule.drop, name)) return false;
  if (rule.keep.includes(name)) return true;
  if (given.has(name) || GIVEN.includes(name)) return false;
  if (isListed(LOCALE, name) && (value.startsWith(":") || value.includes("/"))) return false;
  if (isListed(ALLOWED, name)) return true;
  return isListed(rule.keep, name) && !isListed(BY_NAME_ALONE, name.toUpperCase());
}

const isSafe = (name: string, value: string) => name !== NEVER && !value.startsWith(FUNCTION);

const isListed = (globs: readonly string[], name: string) =>
  globs.some((glob) => isGlobbed(glob, name));

/** Linear in the name for each part of the glob: every part is taken at its first place. */
function isGlobbed(glob: string, name: string): boolean {
  if (!glob.includes("*")) return glob === name;
  const [first = "", ...rest] = glob.split("*");
  const last = rest.pop() ?? "";
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
