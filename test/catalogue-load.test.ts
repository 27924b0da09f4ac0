// The catalogue as ward loads it: every binary's file compiles and loads, single facts as whole values, mistakes with their place.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { catalogueOf } from "../src/catalogue/load.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import type { FlagFact, SubcommandFacts } from "../src/model/catalogue.ts";

const catalogue = catalogueOf(readFactsFile);
const script = (name: string) => import(pathToFileURL(resolve("scripts/catalogue", name)).href);

function cases<T>(name: string): T[] {
  const lines = readFileSync(`test/cases/catalogue/${name}.jsonl`, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}

interface FlagCase {
  readonly bin: string;
  readonly subcommand: string;
  readonly flag: string;
  readonly fact: FlagFact | null;
}

test("a binary that nobody described has no facts, whatever its name", () => {
  for (const name of ["no-such-binary", "constructor", "", "git.txt", "git/", "."])
    assert.equal(catalogue(name), null, name);
  assert.equal(readFactsFile("../catalogue/git"), null);
});

test("a path finds the facts of its last word", () => {
  assert.equal(catalogue("/usr/bin/git")?.bin, "git");
});

test("each fact of the table is what the catalogue says, whole", () => {
  for (const { bin, subcommand, flag, fact } of cases<FlagCase>("flags")) {
    const facts = catalogue(bin);
    const found = facts?.subcommands.find(({ name }) => name === subcommand);
    const flags = subcommand === "globals" ? facts?.globals : found?.flags;
    const known = flags?.find(({ names }) => names.includes(flag)) ?? null;
    assert.deepEqual(known, fact, `${bin} ${subcommand} ${flag}`);
  }
});

test("every catalogued binary loads; no flag and no subcommand has two entries", () => {
  const files = readdirSync("src/catalogue").filter((name) => /(?<!\.hand)\.kdl$/.test(name));
  assert.ok(files.length > 180);
  for (const file of files) {
    const facts = catalogue(file.slice(0, -".kdl".length));
    assert.ok(facts, file);
    const commands = facts.subcommands.flatMap(({ name, aliases }) => [name, ...aliases]);
    assert.deepEqual(duplicates(commands), [], file);
    for (const { name, flags } of facts.subcommands)
      assert.deepEqual(duplicates(flags.flatMap(({ names }) => names)), [], `${file} ${name}`);
    assert.deepEqual(duplicates(facts.globals.flatMap(({ names }) => names)), [], file);
  }
});

function duplicates(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

test("what nobody ran relaxes nothing: no style, no arity, no text, no whole list", () => {
  for (const bin of ["terraform", "helm", "az", "gcloud", "kustomize"]) {
    const facts = catalogue(bin);
    assert.equal(facts?.style, undefined, bin);
    assert.equal(facts?.areGlobalsFirst, undefined, bin);
    const flags = [
      ...(facts?.globals ?? []),
      ...(facts?.subcommands ?? []).flatMap((s) => s.flags),
    ];
    assert.deepEqual(
      flags.filter(({ arity, isText }) => arity !== "unknown" || isText),
      [],
      bin,
    );
    assert.deepEqual(
      facts?.subcommands.filter(({ isComplete }) => isComplete),
      [],
      bin,
    );
  }
});

test("facts survive JSON", () => {
  const facts = catalogue("git");
  const copy = JSON.parse(JSON.stringify(facts));
  assert.deepEqual(
    copy.subcommands.map((each: SubcommandFacts) => each.flags),
    facts?.subcommands.map((each) => each.flags),
  );
  assert.deepEqual(copy.globals, facts?.globals);
});

test("every mistake in a catalogue file is an error with its place", async () => {
  const { readCatalogueText } = await script("read.mjs");
  const { compileFacts } = await script("compile.mjs");
  for (const { why, text, error } of cases<Record<"why" | "text" | "error", string>>("mistakes")) {
    const compile = () => compileFacts(readCatalogueText(text, "x.kdl"));
    assert.throws(compile, (thrown: Error) => thrown.message.startsWith(error), why);
  }
});
