// Compiles every catalogue file into the packed texts that the built program reads, one a name that a binary goes by.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { compileBinary } from "./compile.mjs";

/** The binaries that have a file in `dir`. */
export function catalogued(dir) {
  return readdirSync(dir)
    .filter((name) => /(?<!\.hand)\.kdl$/.test(name))
    .map((name) => name.slice(0, -".kdl".length))
    .sort();
}

/** Compiles all of `from` into `to`. Throws with file, line and column on a mistake. */
export function buildCatalogue(from, to) {
  mkdirSync(to, { recursive: true });
  const written = new Set();
  for (const bin of catalogued(from)) {
    const { names, text } = compileBinary(from, bin);
    for (const name of names) {
      if (written.has(name))
        throw new Error(`src/catalogue/${bin}.kdl:1:1: "${name}" has facts already`);
      written.add(name);
      writeFileSync(`${to}/${name}.txt`, text);
    }
  }
}
