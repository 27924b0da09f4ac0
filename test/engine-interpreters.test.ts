// The fixed words of interpreters → the word that must name a pinned file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptWord } from "../src/engine/interpreters.ts";

const calls: readonly (readonly [call: string, word: string | null])[] = [
  ["sh ./x.sh", "./x.sh"],
  ["bash -eu x.sh", "x.sh"],
  ["bash -lc code", null],
  ["bash x.sh -c code", "x.sh"],
  ["bash", ""],
  ["bash -- x.sh", "x.sh"],
  ["python3.11 -m mod -c code", ""],
  ["python3 -Ic code", null],
  ["python3 -X c x.py", "c"],
  ["node ./pkg data.json", "./pkg"],
  ["node --require=./a.js -e 1", null],
  ["node --eval=1", null],
  ["deno run x.ts", "x.ts"],
  ["perl -lane code", null],
  ["perl -MSome x.pl", "x.pl"],
  ["ruby -e code", null],
  ["php -r code", null],
  ["php8.2 x.php", "x.php"],
  ["tclsh x.tcl", "x.tcl"],
  ["env -S sh", null],
  ["git status", null],
];

for (const [call, word] of calls) {
  test(`T71: ${call}: ${word === null ? "no file is needed" : `the file is \`${word}\``}`, () => {
    const [name = "", ...tokens] = call.split(" ");
    assert.equal(scriptWord(name, tokens), word);
  });
}
