// Words → the tokens a far shell gets, or the word that can't be carried; from the table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeRemote } from "../src/engine/remote.ts";
import { rowsOf } from "./fixtures/rows.ts";

interface Row {
  readonly name: string;
  readonly words: readonly string[];
  readonly tokens?: readonly string[];
  readonly index?: number;
  readonly problem?: string;
}

for (const row of rowsOf<Row>("test/cases/remote/encodings.jsonl")) {
  test(`encoding: ${row.name}`, () => {
    const { tokens, index, problem } = row;
    const expected = tokens === undefined ? { ok: false, index, problem } : { ok: true, tokens };
    assert.deepEqual(encodeRemote(row.words), expected);
  });
}
