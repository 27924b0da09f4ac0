// A refused word that asks for help → the way to the help that ward has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const ASKED: readonly (readonly [typed: string, help: string])[] = [
  ["help", "ward --help"],
  ["help tool", "ward tool --help"],
  ["tool help", "ward tool --help"],
  ["tool help go", "ward tool --help"],
  ["tool go --help", "ward tool --help"],
  ["tool go -h", "ward tool --help"],
  ["far tools go --help", "ward far tools --help"],
];

test("who asks for help in words that are refused is told which call gives it, and it does", (t) => {
  const place = new Place(t);
  place.guardfile("tool", 'wrap ward tool { exec marker; can run go { allow-flag "-x" } }\n');
  place.guardfile("far", 'wrap ward far tools { exec marker; can run go { allow-flag "-x" } }\n');
  for (const [typed, help] of ASKED) {
    const { exit, stderr } = place.ward(...typed.split(" "));
    assert.equal(exit, 77, typed);
    const [first = ""] = stderr.split("\n");
    assert.ok(first.endsWith(`; \`${help}\` shows what is granted`), first);
    assert.equal(place.ward(...help.split(" ").slice(1)).exit, 0, help);
  }
  assert.deepEqual(place.ran(), []);
});

test("a word that is only like help is no question", (t) => {
  const place = new Place(t);
  place.guardfile("tool", 'wrap ward tool { exec marker; can run go { allow-flag "-x" } }\n');
  for (const typed of ["tool helper", "tool go --helpful", "tool go -y help"]) {
    assert.doesNotMatch(place.ward(...typed.split(" ")).stderr, /shows what is granted/, typed);
  }
});
