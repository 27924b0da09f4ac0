// The cases of the execution contract and of the child's life, and the rows of the contract's table → the tests that are named after them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { rowsOf } from "./fixtures/rows.ts";

interface Case {
  readonly id: string;
  readonly area: string;
}

const OWN = "contract-cases.test.ts";
const texts = readdirSync("test")
  .filter((name) => name.endsWith(".test.ts") && name !== OWN)
  .map((name) => readFileSync(`test/${name}`, "utf8"));

/** Whether a test, or a row of a table of tests, has the word in its name. */
function isNamed(word: string): boolean {
  const name = new RegExp(`(?:test\\(|\\[|^\\s*)\\s*["'\`][^"'\`\\n]*${word}`, "m");
  return texts.some((text) => name.test(text));
}

test("each case of the areas contract and child has a test that is named after it", () => {
  const ids = rowsOf<Case>("test/cases/trust.jsonl")
    .filter(({ area }) => area === "contract" || area === "child")
    .map(({ id }) => id);
  assert.equal(ids.length, 15);
  assert.deepEqual(
    ids.filter((id) => !isNamed(`\\b${id}\\b`)),
    [],
  );
});

/** A row of section 4 → the name of its test, or how that begins. */
const ROWS: readonly [string, string][] = [
  ["no such leaf", "no such leaf"],
  ["denied flag", "a denied flag"],
  ["metachar", "a metacharacter"],
  ["seal broken", "a broken seal"],
  ["launcher rule", "a launcher in a project: nothing makes it run"],
  ["undecided, a human could answer", "a project's file that nobody answered for"],
  ["recorded decline", "a project's file that a person declined"],
  ["API and MCP refusal, as a mapping", "a refusal that is "],
  ["hash changed between check and run", "T99: a binary that is replaced"],
  ["adapter says blocked", "an adapter that says that it blocked something"],
  ["store refused", "a store that others may read is refused"],
  ["cwd missing", "ct-07: a working directory that was deleted"],
  ["E2BIG from the kernel", "more environment than the kernel takes"],
  ["env provider failed", "an env provider that fails"],
  ["audit unwritable", "the trail that can't be written"],
  ["bad request", "a request that is not valid, or that nobody can carry out"],
  ["report unreadable", "ct-06: a child that ended well and a report that can't be read"],
  ["ENOENT", "a missing binary"],
  ["EACCES", "a binary without the mode"],
  ["is a directory", "a directory in the binary's place"],
  ["missing interpreter", "a missing interpreter"],
  ["exit 0", "exit 0"],
  ["exit n", "exit 3"],
  ["130 is a number", "ct-08: exit 130 is a number"],
  ["143 is a number", "exit 143 is a number"],
  ["died by signal", "death by SIGSEGV"],
  ["timeout, SIGTERM", "dies of SIGTERM"],
  ["timeout, SIGKILL", "ct-09: traps SIGTERM and is killed"],
  ["cancel by signal n", " reaches the child once and cancels"],
  ["Ctrl-C, exit 0", "is one "],
  ["Ctrl-C, death by signal", "a child that dies of Ctrl-C"],
  ["cancelled before spawn", " before the spawn: nothing runs"],
  ["timeout and denial", "a timeout and a denial: the denial wins"],
  ["timeout, exit 0 in the grace", "exits 0 in the grace"],
  ["Guardfile invalid", "an invalid Guardfile: 78"],
  ["enforcement required, unavailable", "without bwrap a confined leaf does not run"],
  ["background, as a mapping", "a run in the background is running, and retained"],
];

for (const [row, name] of ROWS) {
  test(`the contract's table: ${row}`, () => {
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    assert.ok(isNamed(quoted), `no test is named "${name}"`);
  });
}
