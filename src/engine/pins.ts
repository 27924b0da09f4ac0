// A leaf's fixed flags → what a caller may not give again, nor turn round (`git push --dry-run` with `--no-dry-run` pushes).
//
// Long names are compared behind two dashes only; the careful reading's other foldings would refuse too much here.

import type { BinaryFacts, FlagFact } from "../model/catalogue.ts";
import type { FlagRule, Leaf } from "../model/policy.ts";
import type { FlagTable } from "./flag-table.ts";
import { type FlagToken, findExact, isDashToken, isNumber, readFlagToken } from "./flag-token.ts";
import { behindGlobals } from "./globals.ts";
import type { Reading } from "./reading.ts";
import type { LongName } from "./spelling.ts";

export interface Pin {
  /** As it stands in the policy, up to `=`. */
  readonly flag: string;
  readonly names: ReadonlySet<string>;
  readonly longs: readonly LongName[];
  readonly negations: readonly LongName[];
  /** Every other name of the flags that negate it, as far as they are known. */
  readonly negationNames: ReadonlySet<string>;
  readonly letters: ReadonlySet<string>;
}

/** @returns the flags that the leaf fixes and no `may-repeat` frees */
export function findPins(leaf: Leaf, reading: Reading, table: FlagTable): readonly Pin[] {
  const tokens = reading.inner
    ? innerWords(leaf, reading, reading.inner)
    : fixedWords(leaf, reading);
  const pins = tokens.filter(isDashToken).map((token) => pin(token, table));
  return pins.filter(({ names }) => !leaf.mayRepeat.some(({ flag }) => names.has(flag)));
}

function fixedWords(leaf: Leaf, { facts }: Reading): readonly string[] {
  return [...prefixOfSameProgram(leaf, facts), ...untilSeparator(ownWords(leaf, facts))];
}

/** The words of a program that another one starts; a prefix pins nothing behind a remote shell or a separator. */
function innerWords(
  leaf: Leaf,
  { facts }: Reading,
  { bin, words }: NonNullable<Reading["inner"]>,
): readonly string[] {
  const isFar = leaf.exec.remote === "posix" || leaf.exec.prefix.includes("--");
  const own = leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
  const mine = isFar ? words.slice(Math.max(0, words.length - own.length)) : words;
  return untilSeparator(behindGlobals(bin, mine, facts));
}

function untilSeparator(tokens: readonly string[]): readonly string[] {
  const at = tokens.indexOf("--");
  return at < 0 ? tokens : tokens.slice(0, at);
}

/** The leaf's words or its `argv`; a leaf that is a global option itself (`can run "--version"`) fixes it. */
function ownWords(leaf: Leaf, facts: BinaryFacts | null): readonly string[] {
  const own = leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
  const behind = behindGlobals(leaf.exec.bin, own, facts);
  return behind.length > 0 ? behind : own;
}

/** The part of the prefix whose flags the caller's tokens could meet again. */
function prefixOfSameProgram(leaf: Leaf, facts: BinaryFacts | null): readonly string[] {
  const { exec } = leaf;
  if (exec.remote === "posix" || exec.prefix.includes("--")) return [];
  return behindGlobals(exec.bin, exec.prefix, facts);
}

function pin(token: string, table: FlagTable): Pin {
  const read = readFlagToken(token, table);
  const exact = findExact(table, read.name);
  const names = new Set([read.name, ...(exact?.names ?? []), ...otherNames(exact)]);
  const isCluster = !exact && read.dashes === 1;
  const letters = new Set(isCluster ? read.letters : lettersOf(names));
  const isLongName = (name: string) => name.startsWith("--") || name.length > 2;
  const bare = [...names].filter(isLongName).map((name) => name.replace(/^--?/, ""));
  const negated = bare.flatMap(negationsOf);
  const meant = negated.flatMap((name) => findExact(table, `--${name}`)?.names ?? []);
  const folded = (name: string) => ({ name, folded: foldKnown(name, table) });
  return {
    flag: read.name,
    names,
    longs: bare.map(folded),
    negations: negated.map(folded),
    negationNames: new Set(meant),
    letters,
  };
}

/** Flags that are the same by themselves: `-5` where `-n 5` is fixed. */
function otherNames(exact: FlagFact | null): readonly string[] {
  const ways = exact?.same ?? [];
  return ways.flatMap(([first = "", ...more]) =>
    more.length === 0 && !first.includes("=") ? [first] : [],
  );
}

/** The careful reading's foldings would refuse too much here; those of a known style are what the tool does. */
function foldKnown(name: string, { style, traits }: FlagTable): string {
  return style === null ? name : traits.fold(name);
}

function lettersOf(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => /^-[^-]$/u.test(name)).map((name) => name.slice(1));
}

function negationsOf(long: string): readonly string[] {
  const turned = /^(no|skip|disable|enable)-(.+)$/.exec(long);
  const bare = turned?.[2];
  const opposite = bare === undefined ? [] : [bare, `enable-${bare}`, `disable-${bare}`];
  return [`no-${long}`, `skip-${long}`, `disable-${long}`, ...opposite].filter((n) => n !== long);
}

/** @returns the pin that the token gives again or negates; null where it meets none */
export function meetsPin(
  read: FlagToken,
  pins: readonly Pin[],
  table: FlagTable,
): { readonly pin: Pin; readonly isNegation: boolean } | null {
  for (const pin of pins) {
    const isNegation = negates(read, pin, table);
    if (isNegation || repeats(read, pin, table)) return { pin, isNegation };
  }
  return null;
}

function repeats(read: FlagToken, pin: Pin, table: FlagTable): boolean {
  if (pin.names.has(read.name)) return true;
  if (isNumber(pin.flag) && isNumber(read.token)) return true;
  if (read.exact) return read.exact.names.some((name) => pin.names.has(name));
  if (isLong(read, table) && pin.longs.some((long) => begins(read, long, table))) return true;
  return holdsLetter(read, (letter) => pin.letters.has(letter));
}

function negates(read: FlagToken, pin: Pin, table: FlagTable): boolean {
  if (pin.negations.length === 0 || pin.names.has(read.name)) return false;
  if (pin.negationNames.has(read.name)) return true;
  if (holdsLetter(read, (letter) => pin.negationNames.has(`-${letter}`))) return true;
  if (!isLong(read, table)) return false;
  if (pin.negations.some(({ name }) => name === read.bare)) return true;
  return !read.exact && pin.negations.some((long) => begins(read, long, table));
}

/** Whether the token is a long name or a beginning of it, in the spelling of the style where one is known. */
function begins(read: FlagToken, long: LongName, table: FlagTable): boolean {
  if (long.name.startsWith(read.bare)) return true;
  const folded = foldKnown(read.bare, table);
  return folded !== "" && long.folded.startsWith(folded);
}

function holdsLetter({ letters }: FlagToken, isMeant: (letter: string) => boolean): boolean {
  return letters !== "" && [...letters].some(isMeant);
}

function isLong(read: FlagToken, { style, traits }: FlagTable): boolean {
  return read.dashes === 2 || (style !== null && traits.readsDashesAlike);
}

/** What the policy would have to say so that the caller may give the flag again. */
export function mayRepeatLine({ flag }: Pin): FlagRule["flag"] {
  return `may-repeat ${JSON.stringify(flag)}`;
}
