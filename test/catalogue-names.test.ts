// Names of one flag: who denies one of them has denied the others, for all that the catalogue knows and for what tools print.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { catalogueOf } from "../src/catalogue/load.ts";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { plant } from "../src/engine/tree.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import type { FlagFact } from "../src/model/catalogue.ts";

const catalogue = catalogueOf(readFactsFile);
const facts = { ...bareFacts, catalogue };

/** A flag that is denied behind these words, and another spelling of it. */
interface Pair {
  readonly words: string;
  readonly denied: string;
  readonly given: string;
}

/** Those of the pairs that pass; a Guardfile has an end. */
function passing(bin: string, pairs: readonly Pair[]): readonly string[] {
  if (pairs.length > 1000)
    return [...passing(bin, pairs.slice(0, 1000)), ...passing(bin, pairs.slice(1000))];
  if (pairs.length === 0) return [];
  const denied = [...new Set(pairs.map((pair) => `${pair.words}\n${pair.denied}`))];
  const wraps = denied.map((key, at) => {
    const [words = "", flag = ""] = key.split("\n");
    const grant = words === "" ? '"*"' : `"${words}"`;
    const shell = catalogue(bin)?.joinsForShell || bin === "ssh" ? "{ remote-shell none }" : "";
    return `wrap ward w${at} { exec "${bin}" ${shell}; metacharacters literal; can run ${grant} { deny-flag "${flag}" } }`;
  });
  const { guardfile, diagnostics } = parseGuardfile("names.kdl", wraps.join("\n"));
  assert.ok(guardfile, JSON.stringify(diagnostics[0]));
  const { tree } = plant([{ place: "user", guardfile }]);
  return pairs
    .filter(({ words, denied: flag, given }) => {
      const wrap = `w${denied.indexOf(`${words}\n${flag}`)}`;
      const call = ["ward", wrap, ...words.split(" ").filter((word) => word !== ""), given];
      return decide(tree, { words: call }, facts).decision !== "deny";
    })
    .map(({ words, denied: flag, given }) => `${bin} ${words}: ${flag} denied, ${given} passes`);
}

/** The first name and each other one, both ways round. */
function pairsOf(words: string, names: readonly string[]): readonly Pair[] {
  const [first = "", ...others] = names.filter((name) => name !== "-#");
  return others.flatMap((other) => [
    { words, denied: first, given: other },
    { words, denied: other, given: first },
  ]);
}

const NAMED = readdirSync("src/catalogue/names").map((file) => file.slice(0, -".kdl".length));
const TABLES = readdirSync("src/catalogue")
  .filter((file) => /(?<!\.hand)\.kdl$/.test(file))
  .map((file) => file.slice(0, -".kdl".length));

/** Another flag that comes to the same all by itself. */
function waysOf(words: string, { names, same = [] }: FlagFact): readonly Pair[] {
  const [denied = ""] = names;
  const alone = same.filter((way) => way.length === 1 && !way[0]?.includes("="));
  return alone.map(([given = ""]) => ({ words, denied, given }));
}

test("whoever denies one name of a flag has denied its others, and what comes to the same", () => {
  const open: string[] = [];
  let tried = 0;
  for (const bin of new Set([...NAMED, ...TABLES])) {
    const known = catalogue(bin);
    const places = [{ name: "", flags: known?.globals ?? [] }, ...(known?.subcommands ?? [])];
    const pairs = places.flatMap(({ name, flags }) =>
      flags.flatMap((flag) => [...pairsOf(name, flag.names), ...waysOf(name, flag)]),
    );
    tried += pairs.length;
    open.push(...passing(bin, pairs));
  }
  assert.deepEqual(open, []);
  assert.ok(tried > 8000, `${tried}`);
});

test("what tools print as two names of one flag is denied by either of them", () => {
  const lines = readFileSync("test/cases/catalogue/pairs.jsonl", "utf8").trimEnd().split("\n");
  const open: string[] = [];
  for (const line of lines) {
    const { bin, pairs } = JSON.parse(line) as { bin: string; pairs: [string, string][] };
    open.push(
      ...passing(
        bin,
        pairs.flatMap((names) => pairsOf("", names)),
      ),
    );
  }
  assert.deepEqual(open, []);
});

const script = (name: string) => import(pathToFileURL(resolve("scripts/catalogue", name)).href);

test("a help text joins what stands in one row; rows that share a name are tied for denials alone", async () => {
  const { namesIn } = await script("names.mjs");
  const help = `Usage: tool [OPTION]
  -o, --output=FILE    write to FILE
  -k                   keep
  --long-only          no short name
  -4, -6               two flags
  -q, --quiet          say less
  -q, --silent         say nothing
  --a, --b, and --c are prose
  -v | --verbose [N]   say more`;
  assert.deepEqual(namesIn(help), [
    { names: ["-o", "--output"], arity: "required" },
    { names: ["-q"], arity: "unknown", same: "--quiet | --silent" },
    { names: ["--quiet"], arity: "unknown", same: "-q" },
    { names: ["--silent"], arity: "unknown", same: "-q" },
    { names: ["-v", "--verbose"], arity: "attached" },
  ]);
});

test("names that a help text joins take no fact for granted, and hide none", async () => {
  const { joinNames } = await script("join.mjs");
  const { compileFacts } = await script("compile.mjs");
  const { readCatalogueText } = await script("read.mjs");
  const base = readCatalogueText(
    `binary tool style=gnu source="run"
     itself { flag "-o" arity=required text=#true; flag "-k"; flag "-f" dashless="+" same="-x" }`,
    "base.kdl",
  );
  const told = readCatalogueText(
    `binary tool source="tool --help" names-only=#true
     itself { flag "-o" "--output" arity=required; flag "-k" "--keep" arity=attached; flag "-f" "--force"; flag "-n" "--new" arity=required }`,
    "told.kdl",
  );
  const { text } = compileFacts(joinNames(base, told));
  assert.deepEqual(text.split("\n").at(-1)?.split(" "), [
    "-o,--output=rt",
    "-k,--keep=u",
    "-f,--force=n~-x:+",
    "-n,--new=u",
  ]);
});
