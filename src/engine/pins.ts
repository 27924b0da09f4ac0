// A leaf's fixed flags → what a caller may not give again, nor turn round (`git push --dry-run` with `--no-dry-run` pushes).
//
// Long names are compared behind two dashes only; the careful reading's other foldings would refuse too much here.

import type { BinaryFacts } from "../model/catalogue.ts";
import type { FlagRule, Leaf } from "../model/policy.ts";
import type { FlagTable } from "./flag-table.ts";
import { type FlagToken, findExact, isDashToken, isNumber, readFlagToken } from "./flag-token.ts";
import { behindGlobals } from "./globals.ts";

export interface Pin {
  /** As it stands in the policy, up to `=`. */
  readonly flag: string;
  readonly names: ReadonlySet<string>;
  readonly longs: readonly string[];
  readonly negations: readonly string[];
  readonly letters: ReadonlySet<string>;
}

/** @returns the flags that the leaf fixes and no `may-repeat` frees */
export function findPins(leaf: Leaf, facts: BinaryFacts | null, table: FlagTable): readonly Pin[] {
  const own = ownWords(leaf, facts);
  const tokens = [...prefixOfSameProgram(leaf, facts), ...untilSeparator(own)];
  const pins = tokens.filter(isDashToken).map((token) => pin(token, table));
  return pins.filter(({ names }) => !leaf.mayRepeat.some(({ flag }) => names.has(flag)));
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
  const names = new Set([read.name, ...(exact?.names ?? [])]);
  const isCluster = !exact && read.dashes === 1;
  const letters = new Set(isCluster ? read.letters : lettersOf(names));
  const longs = [...names].filter((name) => name.startsWith("--")).map((name) => name.slice(2));
  return { flag: read.name, names, longs, negations: longs.flatMap(negationsOf), letters };
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
    const isNegation = negates(read, pin);
    if (isNegation || repeats(read, pin, table)) return { pin, isNegation };
  }
  return null;
}

function repeats(read: FlagToken, pin: Pin, table: FlagTable): boolean {
  if (pin.names.has(read.name)) return true;
  if (isNumber(pin.flag) && isNumber(read.token)) return true;
  if (read.exact) return read.exact.names.some((name) => pin.names.has(name));
  if (isLong(read, table) && pin.longs.some((long) => long.startsWith(read.bare))) return true;
  if (read.letters === "" || pin.letters.size === 0) return false;
  return [...read.letters].some((letter) => pin.letters.has(letter));
}

function negates(read: FlagToken, pin: Pin): boolean {
  if (read.dashes !== 2 || pin.negations.length === 0) return false;
  if (pin.negations.includes(read.bare)) return true;
  return !read.exact && pin.negations.some((name) => name.startsWith(read.bare));
}

function isLong(read: FlagToken, { style, traits }: FlagTable): boolean {
  return read.dashes === 2 || (style !== null && traits.readsDashesAlike);
}

/** What the policy would have to say so that the caller may give the flag again. */
export function mayRepeatLine({ flag }: Pin): FlagRule["flag"] {
  return `may-repeat ${JSON.stringify(flag)}`;
}
