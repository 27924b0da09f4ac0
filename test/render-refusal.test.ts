// A refusal is at most three lines made of data, whatever the call and the file hold.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Denial } from "../src/model/decision.ts";
import { renderRefusal } from "../src/render/refusal.ts";

interface Case {
  readonly id: string;
  readonly home: string | null;
  readonly isAgent?: boolean;
  readonly call: readonly string[];
  readonly denial: Denial;
  readonly lines: readonly string[];
}

const cases = readFileSync("test/cases/render/refusals.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

for (const { id, home, isAgent = false, call, denial, lines } of cases) {
  test(`refusal: ${id}`, () => {
    assert.deepEqual(renderRefusal(denial, { words: call }, { home, isAgent }).split("\n"), lines);
  });
}
