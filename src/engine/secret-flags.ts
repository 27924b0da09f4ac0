// The caller's tokens, read as their tool reads them → the tokens with the values of secret flags replaced.
//
// - A flag is secret by any of its names, by `redact-flag`, or, where nobody knows it, by how it is called.
// - Abbreviations, clusters and attached values count as they do for `deny-flag`; a wrong guess hides a word too many.

import type { FlagRule } from "../model/policy.ts";
import type { Argument } from "./arguments.ts";
import type { FlagTable } from "./flag-table.ts";
import { abbreviated, type FlagToken } from "./flag-token.ts";
import { isSecretCutShort, isSecretFlag } from "./secret-names.ts";
import { type Mark, replaceStretches } from "./secret-text.ts";
import { type NamedFlag, nameFlag, spellsFlag } from "./spelling.ts";

/** Flags of a binary whose value is `user:password`. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  curl: ["-u", "--user", "-U", "--proxy-user"],
  http: ["-a", "--auth"],
  smbclient: ["-U", "--user"],
};
/** Flags that are secret in a binary although their names don't say so. */
const QUIET: Readonly<Record<string, readonly string[]>> = {
  mysql: ["-p"],
  mariadb: ["-p"],
  sshpass: ["-p"],
  "redis-cli": ["-a"],
  ldapsearch: ["-w"],
  openssl: ["-pass", "-passin", "-passout"],
  zip: ["-P"],
  unzip: ["-P"],
};

/** What is known of the flags behind a leaf. */
export interface SecretFlags {
  readonly bin: string;
  readonly table: FlagTable;
  /** `redact-flag` of the leaf and its wrap. */
  readonly marked: readonly FlagRule[];
}

/** `pair`: the secret begins behind the first colon of the value. */
type Kind = "secret" | "pair";

/** Where a value begins; `next` where it is the next token. */
interface Where {
  readonly at: number | "next";
  readonly kind: Kind;
}

function bareName(name: string): string {
  return name.replace(/^--?/, "");
}

function kindOf(names: readonly string[], bin: string): Kind | null {
  if (names.some((name) => PAIRS[bin]?.includes(name))) return "pair";
  const isQuiet = names.some((name) => QUIET[bin]?.includes(name));
  return isQuiet || names.some((name) => isSecretFlag(bareName(name))) ? "secret" : null;
}

/** By its own name, or by that of every flag that it may abbreviate. */
function kindOfLong(flag: FlagToken, { table, bin }: SecretFlags): Kind | null {
  if (flag.exact !== null) return kindOf(flag.exact.names, bin);
  if (flag.dashes === 1 && flag.bare.length < 3) return null;
  const own = kindOf([flag.name], bin);
  if (own !== null) return own;
  const meant = flag.bare === "" ? [] : abbreviated(flag.bare, table);
  if (meant.length === 0) return isSecretCutShort(flag.bare) ? "secret" : null;
  return meant.map(({ names }) => kindOf(names, bin)).find((kind) => kind !== null) ?? null;
}

/** In `-aPsecret` the letter whose value is attached, or follows. */
function inCluster(flag: FlagToken, { table, bin }: SecretFlags): Where | null {
  for (let index = 0; index < flag.letters.length; index += 1) {
    const name = `-${flag.letters[index]}`;
    const kind = kindOf(table.byName.get(name)?.names ?? [name], bin);
    if (kind === null) continue;
    const at = index + 2;
    if (flag.token.length > at) return { at: flag.token[at] === "=" ? at + 1 : at, kind };
    return flag.takesNext === "no" ? null : { at: "next", kind };
  }
  return null;
}

function inMarked(flag: FlagToken, named: NamedFlag, table: FlagTable): Where | null {
  const spelling = spellsFlag(flag, named, table);
  const kind = "secret";
  if (spelling === null) return null;
  if (spelling === "cluster") {
    const index = [...flag.letters].findIndex((letter) => named.letters.has(letter));
    const at = index + 2;
    return { at: flag.token.length > at ? at : "next", kind };
  }
  if (flag.equals !== null) return { at: flag.token.length - flag.equals.length, kind };
  return flag.exact?.arity === "none" ? null : { at: "next", kind };
}

function valueIn(flag: FlagToken, known: SecretFlags, named: readonly NamedFlag[]): Where | null {
  for (const one of named) {
    const found = inMarked(flag, one, known.table);
    if (found !== null) return found;
  }
  const kind = kindOfLong(flag, known);
  if (kind === null) return inCluster(flag, known);
  if (flag.equals !== null) return { at: flag.token.length - flag.equals.length, kind };
  return flag.takesNext === "no" ? null : { at: "next", kind };
}

/** Whether the word behind a secret flag is its value, and no flag of its own. */
function isValue(flag: FlagToken, next: Argument | undefined): boolean {
  if (next === undefined) return false;
  return flag.takesNext === "yes" || next.flag === null || next.flag.exact === null;
}

function hidden(token: string, from: number, kind: Kind, mark: Mark): string {
  const at = kind === "secret" ? from : token.indexOf(":", from) + 1;
  const isPair = kind === "secret" || at > 0;
  return isPair && at < token.length
    ? replaceStretches(token, [{ start: at, end: token.length }], mark)
    : token;
}

/**
 * @param args the tokens as they were read under `known.table`
 * @returns the tokens; those without a secret as they are
 */
export function redactFlagValues(
  args: readonly Argument[],
  known: SecretFlags,
  mark: Mark,
): readonly string[] {
  const tokens = args.map(({ token }) => token);
  const named = known.marked.map((rule) => nameFlag(rule, known.table));
  args.forEach(({ flag, token }, index) => {
    const found = flag === null ? null : valueIn(flag, known, named);
    if (flag === null || found === null) return;
    const { at, kind } = found;
    if (at !== "next") tokens[index] = hidden(token, at, kind, mark);
    else if (isValue(flag, args[index + 1])) {
      tokens[index + 1] = hidden(args[index + 1]?.token ?? "", 0, kind, mark);
    }
  });
  return tokens;
}
