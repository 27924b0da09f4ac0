// A flag that a policy names, and a caller's token → whether the tool could read the token as that flag, and how.

import type { FlagRule } from "../model/policy.ts";
import type { FlagTable } from "./flag-table.ts";
import {
  type FlagToken,
  findExact,
  rewrittenFlag,
  rewrittenName,
  umbrellaFlag,
} from "./flag-token.ts";

/** A flag that a policy names, with all that the catalogue knows to be the same. */
export interface NamedFlag {
  /** As the policy writes it. */
  readonly flag: string;
  readonly rule: FlagRule["rule"];
  /** All exact names, dashes included. */
  readonly names: ReadonlySet<string>;
  /** The names of more than one letter, or of one letter after two dashes, without dashes. */
  readonly longs: readonly LongName[];
  readonly letters: ReadonlySet<string>;
  /** Beginnings of operands that mean this flag. */
  readonly dashless: readonly string[];
  /** Beginnings of tokens that are this flag with its value. */
  readonly prefixes: readonly string[];
  /** Other flags that come to the same, each way as all that must be given. */
  readonly same: readonly (readonly Given[])[];
}

/** A flag that is a part of a way to the same; with a value, only where that is given. */
export interface Given {
  readonly named: NamedFlag;
  readonly value: string | null;
}

export interface LongName {
  readonly name: string;
  /** Under the style's folding. */
  readonly folded: string;
}

export type Spelling = "exact" | "alias" | "abbreviation" | "alike" | "cluster" | "dashless";

export function nameFlag({ flag, rule }: FlagRule, table: FlagTable): NamedFlag {
  const named = nameAlone({ flag, rule }, table);
  const ways = findExact(table, flag)?.same;
  if (ways === undefined) return named;
  const given = (item: string): Given => {
    const at = item.indexOf("=");
    const name = at < 0 ? item : item.slice(0, at);
    return {
      named: nameAlone({ flag: name, rule }, table),
      value: at < 0 ? null : item.slice(at + 1),
    };
  };
  return { ...named, same: ways.map((way) => way.map(given)) };
}

const namedFlags = new WeakMap<FlagTable, Map<string, NamedFlag>>();

/** As `nameFlag`, for a sentence that meets the same table in every call; its rule may be another sentence's. */
export function nameFlagOnce(rule: FlagRule, table: FlagTable): NamedFlag {
  const known = namedFlags.get(table) ?? new Map<string, NamedFlag>();
  namedFlags.set(table, known);
  const named = known.get(rule.flag) ?? nameFlag(rule, table);
  known.set(rule.flag, named);
  return named;
}

function nameAlone({ flag, rule }: FlagRule, table: FlagTable): NamedFlag {
  const other = rewrittenName(flag, table);
  const fact = findExact(table, other ?? flag);
  const names = new Set([flag, ...(other === null ? [] : [other]), ...(fact?.names ?? [])]);
  const longs = [...names]
    .filter((name) => name.startsWith("-"))
    .map((name) => name.replace(/^--?/, ""))
    .map((name) => ({ name, folded: table.traits.fold(name) }));
  const letters = [...names].filter((name) => /^-[^-]$/u.test(name)).map((name) => name.slice(1));
  return {
    ...{ flag, rule, names, longs, letters: new Set(letters), dashless: fact?.dashless ?? [] },
    ...{ prefixes: fact?.isPrefix ? fact.names : [], same: [] },
  };
}

/**
 * How a dash token could be read as a flag; null where no reading of the table's style makes it that flag.
 * Every abbreviation counts, under every style, unless the token is exactly another flag that the tool has.
 */
export function spellsFlag(read: FlagToken, named: NamedFlag, table: FlagTable): Spelling | null {
  if (named.names.has(read.name)) return read.name === named.flag ? "exact" : "alias";
  if (named.flag === "-#" && /^-\d/.test(read.token)) return "exact";
  const other = rewrittenFlag(read, table);
  if (other && spellsFlag(other, named, table)) return "alike";
  if (read.exact?.isPrefix && beginsWith(read.token, named.flag)) return "exact";
  if (read.exact) return read.exact.names.some((name) => named.names.has(name)) ? "alias" : null;
  const inner = umbrellaFlag(read, table);
  if (inner && spellsFlag(inner, named, table)) return "alike";
  if (named.prefixes.some((name) => read.token.startsWith(name))) return "alias";
  return spellsLong(read, named, table) ?? spellsLetter(read, named);
}

/** `-XX:OnError` names some of what `-XX` begins, whatever is written behind it. */
function beginsWith(token: string, flag: string): boolean {
  return flag.startsWith("-") && token.startsWith(flag);
}

function spellsLong(read: FlagToken, named: NamedFlag, table: FlagTable): Spelling | null {
  const { readsDashesAlike } = table.traits;
  if (read.dashes === 1) {
    const isOwnForm = named.flag.startsWith("-") && !named.flag.startsWith("--");
    if (isLetter(read.bare, table) || !(readsDashesAlike || isOwnForm)) return null;
  }
  for (const { name, folded } of named.longs) {
    if (isOneLetter(name) && !readsDashesAlike) continue;
    if (name === read.bare || folded === read.folded) return "alike";
    if (name.startsWith(read.bare)) return "abbreviation";
    if (read.folded !== "" && folded.startsWith(read.folded)) return "abbreviation";
  }
  return null;
}

/** One letter after one dash is that letter, unless the style reads it as a long name cut short. */
function isLetter(bare: string, { style, traits }: FlagTable): boolean {
  if (!isOneLetter(bare)) return false;
  return style === null || (traits.hasClusters && !traits.readsDashesAlike);
}

function isOneLetter(name: string): boolean {
  return name.length === 1 || (name.length === 2 && [...name].length === 1);
}

function spellsLetter(read: FlagToken, named: NamedFlag): Spelling | null {
  if (read.letters === "" || named.letters.size === 0) return null;
  for (const letter of read.letters) if (named.letters.has(letter)) return "cluster";
  return null;
}

/** Whether an operand means the flag: `+main` is `--force` of `git push`; a policy may also name `+` words itself. */
export function spellsDashless(token: string, named: NamedFlag): boolean {
  if (named.dashless.some((start) => token.length > start.length && token.startsWith(start)))
    return true;
  if (!named.flag.startsWith("+")) return false;
  const isShort = [...named.flag].length <= 2;
  return (
    token === named.flag ||
    (isShort ? token.startsWith(named.flag) : token.startsWith(`${named.flag}=`))
  );
}

/** `+width`, or `+w30`, where a program may read it as `--width`. */
export function spellsPlus(
  token: string,
  { longs, letters }: NamedFlag,
  table: FlagTable,
): boolean {
  if (!table.readsPlus || !token.startsWith("+")) return false;
  const [, letter = ""] = /^\+([A-Za-z])(?![A-Za-z])/.exec(token) ?? [];
  if (letters.has(letter)) return true;
  const name = table.traits.fold(token.slice(1).split("=")[0] ?? "");
  const isLong = ({ name: long }: LongName) => !isOneLetter(long);
  return name !== "" && longs.some((long) => isLong(long) && long.folded.startsWith(name));
}

/** Whether a policy of these flags makes the token a flag rather than an operand. */
export function isPlusFlag(token: string, named: readonly NamedFlag[]): boolean {
  return (
    token.startsWith("+") &&
    named.some((flag) => flag.flag.startsWith("+") && spellsDashless(token, flag))
  );
}
