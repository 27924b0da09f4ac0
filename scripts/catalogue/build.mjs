// Compiles every catalogue file into the packed texts that the built program reads, one a name that a binary goes by.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { compileNames, compileTold } from "./compile.mjs";

/** The binaries that have a file in `dir`. */
export function catalogued(dir) {
  return readdirSync(dir)
    .filter((name) => /(?<!\.hand)\.kdl$/.test(name))
    .map((name) => name.slice(0, -".kdl".length))
    .sort();
}

/**
 * Compiles all of `from` into `to`. Throws with file, line and column on a mistake.
 * What hasn't changed since the last time is taken from a cache below node_modules: parsing all of it costs a second.
 */
export function buildCatalogue(from, to) {
  mkdirSync(to, { recursive: true });
  const written = new Set();
  const cache = openCache();
  const write = (bin, texts) => {
    for (const [name, text] of texts) {
      if (written.has(name))
        throw new Error(`src/catalogue/${bin}.kdl:1:1: "${name}" has facts already`);
      written.add(name);
      writeFileSync(`${to}/${name}.txt`, text);
    }
  };
  for (const bin of catalogued(from)) {
    const texts = cache.take(from, bin) ?? compileNames(from, bin);
    cache.keep(from, bin, texts);
    write(bin, texts);
  }
  for (const bin of catalogued(`${from}/names`).filter((name) => !written.has(name))) {
    const texts = cache.take(`${from}/names`, bin) ?? [[bin, compileTold(from, bin)]];
    cache.keep(`${from}/names`, bin, texts);
    write(bin, texts);
  }
  cache.close();
}

function openCache() {
  const file = new URL("../../node_modules/.cache/ward-catalogue.json", import.meta.url);
  const before = readCache(file);
  const now = {};
  const code = ["compile.mjs", "join.mjs", "read.mjs"].map((name) =>
    contentOf(new URL(name, import.meta.url)),
  );
  const key = (from, bin) =>
    createHash("sha256")
      .update(
        [...code, ...[".kdl", ".hand.kdl"].map((end) => contentOf(`${from}/${bin}${end}`))]
          .concat(toldOf(from, bin))
          .join("\0"),
      )
      .digest("hex");
  return {
    take: (from, bin) => before[key(from, bin)],
    keep: (from, bin, compiled) => {
      now[key(from, bin)] = compiled;
    },
    close: () => {
      mkdirSync(new URL("./", file), { recursive: true });
      writeFileSync(file, JSON.stringify(now));
    },
  };
}

/** What stands below `names` of the names that a file's binary goes by. */
function toldOf(from, bin) {
  const heads = contentOf(`${from}/${bin}.kdl`) + contentOf(`${from}/${bin}.hand.kdl`);
  const lines = [...heads.matchAll(/^(?:binary|also) .*$/gm)].flatMap(([line]) => line.split(" "));
  return lines.map((word) => contentOf(`${from}/names/${word.replaceAll('"', "")}.kdl`));
}

/** A cache that can't be read is an empty one. */
function readCache(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    rmSync(file, { force: true });
    return {};
  }
}

function contentOf(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
