// Names of programs from cases → launchers or not, by the one normaliser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isLauncher, normalizeLauncher } from "../src/engine/launcher.ts";

interface Names {
  readonly case: string;
  readonly launcher: boolean;
  readonly names: readonly string[];
}

const table = readFileSync("test/cases/launcher/names.jsonl", "utf8");
for (const line of table.trim().split("\n")) {
  const row = JSON.parse(line) as Names;
  test(`${row.case}: ${row.launcher ? "launchers" : "ordinary programs"}`, () => {
    const wrong = row.names.filter((name) => isLauncher(name) !== row.launcher);
    assert.deepEqual(wrong, []);
  });
}

test("T67: the normalised form is one form for all spellings", () => {
  const spellings = [
    "Python3.13t.exe",
    "python3-dbg",
    "PYTHON3.11",
    "python3.",
    " python3.9-static ",
  ];
  assert.deepEqual(spellings.map(normalizeLauncher), Array(5).fill("python3"));
});
