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
import { toolSecrets } from "./secret-tools.ts";
import { type NamedFlag, nameFlag, spellsFlag } from "./spelling.ts";

/** What is known of the flags behind a leaf. */
export interface SecretFlags {
  readonly bin: string;
  /** Of the whole call: what a flag means may hang on them. */
  readonly words: readonly string[];
  readonly table: FlagTable;
  /** `redact-flag` of the leaf and its wrap. */
  readonly marked: readonly FlagRule[];
}

/** The sign in the value that the secret begins behind; all of it is secret where there is none. */
interface Kind {
  readonly sign: string | null;
}

const WHOLE: Kind = { sign: null };

/** Where a value begins; `next` where it is the next token. */
interface Where {
  readonly at: number | "next";
  readonly kind: Kind;
}

function bareName(name: string): string {
  return name.replace(/^--?/, "");
}

/** Flags that count where a word is among those of the call. */
function isBehind(
  names: readonly string[],
  flags: Readonly<Record<string, readonly string[]>> = {},
  words: readonly string[],
): boolean {
  return Object.entries(flags).some(
    ([word, here]) => words.includes(word) && names.some((name) => here.includes(name)),
  );
}

function kindOf(names: readonly string[], { bin, words }: SecretFlags): Kind | null {
  const tool = toolSecrets(bin) ?? {};
  const sign = names.map((name) => tool.pairs?.[name]).find((one) => one !== undefined);
  if (sign !== undefined) return { sign };
  if (isBehind(names, tool.pairsBehind, words)) return { sign: "=" };
  const isQuiet = names.some((name) => tool.flags?.includes(name));
  if (isQuiet || isBehind(names, tool.behind, words)) return WHOLE;
  return names.some((name) => isSecretFlag(bareName(name))) ? WHOLE : null;
}

/** By its own name, or by that of every flag that it may abbreviate. */
function kindOfLong(flag: FlagToken, known: SecretFlags): Kind | null {
  if (flag.exact !== null) return kindOf(flag.exact.names, known);
  if (flag.dashes === 1 && flag.bare.length < 3) return null;
  const own = kindOf([flag.name], known);
  if (own !== null) return own;
  const meant = flag.bare === "" ? [] : abbreviated(flag.bare, known.table);
  if (meant.length === 0) return isSecretCutShort(flag.bare) ? WHOLE : null;
  return meant.map(({ names }) => kindOf(names, known)).find((kind) => kind !== null) ?? null;
}

/** In `-aPsecret` the letter whose value is attached, or follows. */
function inCluster(flag: FlagToken, known: SecretFlags): Where | null {
  for (let index = 0; index < flag.letters.length; index += 1) {
    const name = `-${flag.letters[index]}`;
    const kind = kindOf(known.table.byName.get(name)?.names ?? [name], known);
    if (kind === null) continue;
    const at = index + 2;
    if (flag.token.length > at) return { at: flag.token[at] === "=" ? at + 1 : at, kind };
    return flag.takesNext === "no" ? null : { at: "next", kind };
  }
  return null;
}

function inMarked(flag: FlagToken, named: NamedFlag, table: FlagTable): Where | null {
  const spelling = spellsFlag(flag, named, table);
  const kind = WHOLE;
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

function hidden(token: string, from: number, { sign }: Kind, mark: Mark): string {
  const at = sign === null ? from : token.indexOf(sign, from) + 1;
  const hasSecret = sign === null || at > 0;
  return hasSecret && at < token.length
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

/** Words behind which a setting's name stands, and its value behind that. */
const SETTERS = new Set(["config", "set"]);

/** Whether a setting may stand behind the word. */
export function isSetter(word: string): boolean {
  return SETTERS.has(word);
}

/**
 * `config set <name> <value>` and the like, where the name is a secret's.
 * @param words of the whole call
 * @returns the indices of such values
 */
export function secretSettings(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const bare = words.flatMap((word, index) => (word.startsWith("-") ? [] : [{ word, index }]));
  bare.forEach(({ index }, at) => {
    const [setter, name] = [bare[at - 2]?.word ?? "", bare[at - 1]?.word ?? ""];
    const own = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf(":")) + 1);
    if (isSetter(setter) && isSecretFlag(own)) found.add(index);
  });
  return found;
}
