// What looks like a hazard and is none in this grant is silent; the same grant with the hazard in it is not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { judgeExamples } from "../src/surfaces/examples.ts";
import { facts, lintText, parse } from "./lint-place.ts";

interface Pair {
  readonly id: string;
  readonly rule: string;
  /** A Guardfile that no rule speaks of. */
  readonly good: string;
  /** One that this rule speaks of, among others. */
  readonly bad: string;
}

const pairs = readFileSync("test/cases/lint-silent.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Pair);

for (const { id, rule, good, bad } of pairs) {
  test(id, () => {
    const said = (text: string) => lintText(text).map((one) => `${one.rule}: ${one.message}`);
    const isTold = lintText(bad).some((finding) => finding.rule === rule);
    assert.deepEqual({ good: said(good), isTold }, { good: [], isTold: true });
    assert.deepEqual(judgeExamples(parse(good), facts), []);
    assert.deepEqual(judgeExamples(parse(bad), facts), []);
  });
}
