// What a Guardfile that doesn't parse speaks of: too much is fine, too little would hand a group to a looser file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { seenRoots } from "../src/engine/withhold.ts";

interface Case {
  readonly id: string;
  readonly text: string;
  readonly roots: readonly string[] | null;
}

const cases = readFileSync("test/cases/withhold/roots.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case);

for (const { id, text, roots } of cases) {
  test(id, () => {
    assert.deepEqual(seenRoots(text), roots);
  });
}
