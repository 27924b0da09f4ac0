// The hazards on file: every one that runs or writes is proven or says why not, every row of the shared list is held in words of
// our own, and some proofs are made here and now.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { programHazards } from "../src/catalogue/hazards.ts";
import { hazardRows } from "./fixtures/hazard-rows.ts";

interface Entry {
  readonly subcommands: readonly string[];
  readonly effect: string;
  readonly kind: string;
  readonly names: readonly string[];
  readonly says: string;
  readonly only: readonly string[] | null;
  readonly tries: readonly { readonly member?: string; readonly for?: string }[];
  readonly proven: readonly string[];
  readonly unproven: string | null;
}

const script = (name: string) => import(pathToFileURL(resolve(`scripts/hazards/${name}.mjs`)).href);
const { readHazardsFile } = await script("read");
const { disprove } = await script("proof");

const files = readdirSync("src/catalogue/hazards").sort();
const read = files.map((file) => {
  const { names, entries } = readHazardsFile(`src/catalogue/hazards/${file}`, file);
  return { file, names: names as string[], entries: entries as Entry[] };
});
const all = read.flatMap(({ file, entries }) => entries.map((entry) => ({ file, entry })));

test("what runs or writes is proven on a program of a version, or says why it is not", () => {
  const open = all.filter(({ entry: { effect, proven, unproven } }) => {
    const isGrave = effect === "exec" || effect === "write";
    const isProven = proven.length > 0 && proven.every((version) => /^\S+ \S/.test(version));
    return isGrave && !isProven && (unproven ?? "").length < 10;
  });
  assert.deepEqual(
    open.map(({ file, entry }) => `${file}: ${entry.says}`),
    [],
  );
});

test("every row of the shared list is held, with its effect, and no sentence is copied from it", () => {
  const { hazards } = programHazards((file) =>
    readFileSync(`dist/catalogue/hazards/${file}.json`, "utf8"),
  );
  const isNamed = (name: string, names: readonly string[]) =>
    names.some((one) => one === name || (one.endsWith("*") && name.startsWith(one.slice(0, -1))));
  const missing = hazardRows.filter(({ bin, subcommand, kind, flags = [], effect }) => {
    const near = hazards(bin).filter((one) => [subcommand, ""].includes(one.subcommand));
    // What is listed as loading configuration may be held as running what that configuration names.
    const alike = near.filter(
      (one) => one.effect === effect || (effect === "config" && one.effect === "exec"),
    );
    if (kind === "positional" || kind === "bare") {
      return !alike.some((one) => ["bare", "positional", "stdin"].includes(one.kind));
    }
    const isHeld = (flag: string) => near.some((one) => isNamed(flag, one.names));
    return (
      !flags.every(isHeld) || !flags.some((flag) => alike.some((one) => isNamed(flag, one.names)))
    );
  });
  assert.deepEqual(
    missing.map(({ bin, subcommand, flags, effect }) => [bin, subcommand, flags, effect]),
    [],
  );
  const notes = new Set(hazardRows.map(({ note }) => note));
  assert.deepEqual(
    all.filter(({ entry }) => notes.has(entry.says)).map(({ entry }) => entry.says),
    [],
  );
});

test("the list covers more programs than the shared one", () => {
  const names = new Set(read.flatMap((one) => one.names));
  const shared = new Set(hazardRows.map(({ bin }) => bin));
  assert.ok([...shared].every((bin) => names.has(bin)));
  assert.ok(names.size > 3 * shared.size);
});

/** One of each kind, on programs that every machine of the project has. */
const PROOFS: readonly (readonly [file: string, kind: string, name: string])[] = [
  ["find", "flag", "-exec"],
  ["sort", "flag", "-o"],
  ["git", "flag", "--open-files-in-pager"],
  ["git", "env", "GIT_EXTERNAL_DIFF"],
  ["sed", "positional", "<script>"],
  ["bash", "stdin", ""],
];

for (const [file, kind, name] of PROOFS) {
  const found = read.find((one) => one.file === `${file}.kdl`);
  const isIt = (entry: Entry) =>
    entry.kind === kind && (name === "" || entry.names.includes(name)) && entry.tries.length > 0;
  const entry = found?.entries.find(isIt);
  const isHere = spawnSync("which", [file]).status === 0;
  test(`${file} ${kind} ${name}: happens under a leaf that grants it, and not under the closed one`, {
    skip: !isHere,
  }, () => {
    assert.ok(entry);
    const [one] = entry.tries;
    assert.equal(disprove(one?.member ?? file, entry, entry.subcommands[0], one), null);
  });
}

test("a proof fails where nothing happens", {
  skip: spawnSync("which", ["find"]).status !== 0,
}, () => {
  const entry = { kind: "flag", effect: "exec", names: ["-exec"], unless: [] };
  const harmless = { words: [".", "-name", "x"], files: [], env: {}, before: [] };
  assert.match(disprove("find", entry, "", harmless), /^did not happen/);
});
