// "did you mean" names the nearest known name, or none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../src/render/nearest.ts";

const NAMES = ["deny-flag", "allow-flag", "describe", "env", "exec", "argv", "check", "list"];

test("the nearest name within a third of the word is named", () => {
  const typed = ["flagg", "deny-falg", "descibe", "evn", "lst", "chekc", "x", "", "exec", "colour"];
  assert.deepEqual(
    typed.map((name) => nearest(name, NAMES)),
    [null, "deny-flag", "describe", "env", "list", "check", null, null, null, null],
  );
});

test("a word of any length is answered at once", () => {
  assert.equal(nearest("a".repeat(1_000_000), NAMES), null);
});
