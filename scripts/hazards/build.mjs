// Compiles src/catalogue/hazards/*.kdl into one packed text a file, and an index of the names that it speaks of.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readHazardsFile } from "./read.mjs";

/** The files of `dir`, without their ending. */
export function hazardFiles(dir) {
  return readdirSync(dir)
    .filter((name) => name.endsWith(".kdl"))
    .map((name) => name.slice(0, -".kdl".length))
    .sort();
}

/** One entry without what only the proofs need. */
export function packEntry(entry, source) {
  const {
    subcommands,
    effect,
    severity,
    kind,
    names,
    says,
    rule,
    closedBy,
    samples,
    unless,
    notWith,
    isFirstOnly,
    only,
  } = entry;
  return {
    ...{ subcommands, effect, severity, kind, names, says, source },
    ...(only && { only }),
    ...(rule && { rule }),
    ...(closedBy && { closedBy }),
    ...(samples.length > 0 && { samples }),
    ...(unless.length > 0 && { unless }),
    ...(notWith.length > 0 && { notWith }),
    ...(isFirstOnly && { isFirstOnly }),
  };
}

/** Compiles all of `from` into `to`. Throws with file, line and column on a mistake. */
export function buildHazards(from, to) {
  mkdirSync(to, { recursive: true });
  const index = {};
  for (const file of hazardFiles(from)) {
    const { names, reads, entries } = readHazardsFile(
      `${from}/${file}.kdl`,
      `src/catalogue/hazards/${file}.kdl`,
    );
    for (const name of names) {
      if (index[name] !== undefined)
        throw new Error(
          `src/catalogue/hazards/${file}.kdl:1:1: "${name}" has hazards in ${index[name]}.kdl`,
        );
      index[name] = file;
    }
    const packed = entries.map((entry) => packEntry(entry, entry.source));
    writeFileSync(`${to}/${file}.json`, JSON.stringify({ reads, entries: packed }));
  }
  writeFileSync(`${to}/index.json`, JSON.stringify(index));
}
