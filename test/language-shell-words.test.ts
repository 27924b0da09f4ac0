// The splitter reads words as a POSIX shell does, and expands nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { type ShellWords, splitShellWords } from "../src/language/shell-words.ts";

interface Case {
  readonly text: string;
  readonly result: ShellWords;
}

const lines = readFileSync("test/cases/language/shell-words.jsonl", "utf8")
  .split("\n")
  .filter(Boolean);
for (const line of lines) {
  const { text, result } = JSON.parse(line) as Case;
  test(`shell words of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(splitShellWords(text), result);
  });
}

/** One of the ways to spell a word so that a shell reads it back. */
function spelled(word: string, style: number): string {
  if (style === 0) return `'${word.replaceAll("'", "'\\''")}'`;
  if (style === 1) return `"${word.replace(/[$`"\\]/g, "\\$&")}"`;
  const escaped = word.replace(/[^A-Za-z0-9_]/g, "\\$&");
  return escaped === "" ? "''" : escaped;
}

const plain = fc.string({ unit: fc.constantFrom(..."ab -'\"\\$`;|*~é#"), maxLength: 8 });

test("what a real sh makes of a call, the splitter makes of it too", () => {
  const calls = fc.array(fc.tuple(plain, fc.nat({ max: 2 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(calls, (words) => {
      const text = words.map(([word, style]) => spelled(word, style)).join(" ");
      const wanted = words.map(([word]) => word);
      const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${text}`], { encoding: "utf8" });
      assert.deepEqual(stdout.split("\0").slice(0, -1), wanted);
      assert.deepEqual(splitShellWords(text), { words: wanted });
    }),
    { numRuns: 60 },
  );
});
