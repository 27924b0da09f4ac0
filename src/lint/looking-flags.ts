// What the catalogue knows of a program's flags → those that a starter allows, and the calls that print its version.

import type { Look } from "../catalogue/hazards.ts";
import { commandPath } from "../engine/flag-table.ts";
import type { BinaryFacts, FlagFact } from "../model/catalogue.ts";
import type { Hazard } from "../model/hazard.ts";
import type { Knowledge } from "./linted-leaf.ts";

const MOST_FLAGS = 80;
const USABLE = /^--?(#|[A-Za-z0-9][\w-]*)$/;
const VERSION_NAMES = ["--version", "-version"];

/** Of the flags that the catalogue knows there, those that no hazard names, one name for all of a flag; and what the look names. */
export function harmlessFlags(
  bin: string,
  { words: leaf, flags: more = [] }: Look,
  { facts, hazards }: Knowledge,
): readonly string[] {
  const words = leaf.split(" ").filter((word) => word !== "");
  const named = namedFlags(hazards(bin), leaf);
  const flags = flagsAt(facts.catalogue(bin), words).filter(
    ({ names, arity }) => arity !== "unknown" && !names.some((name) => named.has(name)),
  );
  const shown = flags.map(({ names }) => names.toSorted((a, b) => b.length - a.length)[0] ?? "");
  const usable = shown.filter((name) => USABLE.test(name) && !more.includes(name));
  const all = [...more, ...usable.slice(0, MOST_FLAGS)];
  return all.length > 0 ? all : ["--help", ...(leaf === "" ? ["--version"] : [])];
}

/** A hazard is of this grant where one's words begin with the other's. */
function namedFlags(hazards: readonly Hazard[], words: string): ReadonlySet<string> {
  const near = hazards.filter(
    ({ subcommand }) => isUnder(words, subcommand) || isUnder(subcommand, words),
  );
  return new Set(near.flatMap(({ kind, names }) => (kind === "flag" ? names : [])));
}

function isUnder(words: string, parent: string): boolean {
  return parent === "" || words === parent || words.startsWith(`${parent} `);
}

function flagsAt(facts: BinaryFacts | null, words: readonly string[]): readonly FlagFact[] {
  const { chain } = commandPath(facts, words);
  const globals = facts && !facts.areGlobalsFirst ? facts.globals : [];
  return [...chain.flatMap(({ flags }) => flags), ...globals];
}

/** The program's own version flag under all its names, where the whole program is no grant that has them already. */
export function versionLooks(
  bin: string,
  looks: readonly Look[],
  { facts, hazards }: Knowledge,
): readonly Look[] {
  if (looks.some(({ words }) => words === "")) return [];
  const known = facts.catalogue(bin);
  const flags = [...flagsAt(known, []), ...(known?.globals ?? [])];
  const names = flags.find((flag) =>
    flag.names.some((name) => VERSION_NAMES.includes(name)),
  )?.names;
  const named = namedFlags(
    hazards(bin).filter(({ subcommand }) => subcommand === ""),
    "",
  );
  // Who reads `-version` reads `--version` too.
  const isLong = names?.includes("-version") || looks.some(({ words }) => words === "-version");
  const spelled = isLong ? [...(names ?? []), "--version"] : names;
  const isTold = looks.some(({ words }) => /^(-{1,2}|)version$|^-[Vv]$/.test(words));
  return [...new Set(spelled ?? (isTold ? [] : ["--version"]))]
    .filter((name) => USABLE.test(name) && !named.has(name))
    .filter((name) => !looks.some(({ words }) => words === name))
    .map((name) => ({ words: name, example: name, isSealed: true }));
}
