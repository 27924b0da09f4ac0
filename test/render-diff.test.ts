// Two texts → the diff that a person reads before a file is written, and that it says all that changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderDiff } from "../src/render/diff.ts";

const lines = (...all: readonly string[]) => `${all.join("\n")}\n`;
/** Without the head lines. */
const body = (before: string, after: string) => renderDiff("f", before, after).split("\n").slice(2);

test("equal texts have no diff", () => {
  assert.equal(renderDiff("f", "a\n", "a\n"), "");
});

test("lines that come, go and change are marked, with two lines around them and a mark for what is left out", () => {
  const before = lines("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
  const after = lines("a", "b", "x", "y", "c", "d", "e", "f", "g", "h", "i2", "j");
  assert.deepEqual(body(before, after), [
    ...[" a", " b", "+x", "+y", " c", " d", "…", " g", " h", "-i", "+i2", " j", " "],
  ]);
  assert.deepEqual(body(lines("a", "b"), lines("b")), ["-a", " b", " "]);
  assert.deepEqual(body("", lines("a")), ["+a", " "]);
});

test("texts with nothing in common are shown whole", () => {
  assert.deepEqual(body("a\nb", "c\nd"), ["-a", "-b", "+c", "+d"]);
});

test("carriage returns and tabs are no escapes, everything else that moves a terminal is", () => {
  assert.deepEqual(body("a\r\n", "a\r\n\tb\x1b\r\n"), [" a", "+    b\\u{1b}", " "]);
});

test("two hundred thousand lines, half of them new, are compared as a few are", () => {
  const before = Array.from({ length: 100_000 }, (_, at) => `can run x${at}`);
  const after = before.flatMap((line) => [line, "    deny-flag"]);
  const shown = body(before.join("\n"), after.join("\n"));
  assert.equal(shown.filter((line) => line.startsWith("+")).length, 100_000);
  assert.equal(shown.filter((line) => line.startsWith("-")).length, 0);
});
