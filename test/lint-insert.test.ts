// Sentences go into the block of their node, written as its neighbours are, and never into a comment or a string.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { insertSentences } from "../src/lint/insert.ts";

interface InsertCase {
  readonly name: string;
  readonly text: string;
  /** The node that starts with this. */
  readonly at: string;
  readonly sentences: readonly string[];
  readonly expected: string;
}

const cases = JSON.parse(
  readFileSync("test/cases/lint-insert.json", "utf8"),
) as readonly InsertCase[];

for (const { name, text, at, sentences, expected } of cases) {
  test(name, () => {
    const offset = text.indexOf(at);
    assert.ok(offset >= 0);
    const all = sentences.map((sentence) => ({ offset, text: sentence }));
    assert.equal(insertSentences(text, all), expected);
  });
}
