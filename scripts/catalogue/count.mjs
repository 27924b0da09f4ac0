// Counts what the catalogue holds: binaries, names, subcommands and flags, and how many of them a tool printed itself.
import { existsSync } from "node:fs";
import { catalogued } from "./build.mjs";
import { generators } from "./generators.mjs";
import { readCatalogueFile } from "./read.mjs";

const flagsIn = ({ globals, sets, subcommands }) =>
  [globals, ...sets.values(), ...subcommands.values()].flatMap((part) => part?.flags ?? []);

/** One row a binary, and the sum; a set that many subcommands share counts once. */
export function countCatalogue(dir) {
  const rows = catalogued(dir).map((bin) => countOf(dir, bin));
  const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
  const keys = ["names", "subcommands", "flags", "exactNames", "generatedFlags"];
  return {
    rows,
    total: {
      binaries: rows.length,
      ...countTold(dir),
      generatedBinaries: rows.filter(({ isGenerated }) => isGenerated).length,
      ...Object.fromEntries(keys.map((key) => [key, sum(key)])),
    },
  };
}

/** Programs whose help shows which names are one flag, and how many flags those are. */
function countTold(dir) {
  const told = catalogued(`${dir}/names`).map((bin) =>
    readCatalogueFile(`${dir}/names/${bin}.kdl`),
  );
  const joinedFlags = told.flatMap(flagsIn).filter(({ names }) => names.length > 1).length;
  return { joinedBinaries: told.length, joinedFlags };
}

function countOf(dir, bin) {
  const base = readCatalogueFile(`${dir}/${bin}.kdl`);
  const path = `${dir}/${bin}.hand.kdl`;
  const hand = existsSync(path) ? readCatalogueFile(path) : null;
  const isGenerated = Object.hasOwn(generators, bin);
  const printed = flagsIn(base);
  const known = new Set(printed.flatMap(({ names }) => names));
  const added = hand
    ? flagsIn(hand).filter(({ names }) => !names.some((name) => known.has(name)))
    : [];
  const flags = [...printed, ...added];
  const subcommands = new Set([...base.subcommands.keys(), ...(hand?.subcommands.keys() ?? [])]);
  return {
    bin,
    isGenerated,
    names: 1 + (base.also?.length ?? 0) + (hand?.also?.length ?? 0),
    subcommands: [...subcommands].filter((name) => name !== "").length,
    flags: flags.length,
    exactNames: flags.reduce((all, { names, no }) => all + names.length + (no ? 1 : 0), 0),
    generatedFlags: isGenerated ? printed.length : 0,
  };
}
