// Encoded words before real csh shells, which can't read all of them: they read exactly those words or run nothing.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { encodeRemote } from "../src/engine/remote.ts";
import { C_SHELLS, type FarShell, isMissing, readBy } from "./fixtures/far-shells.ts";
import { hardWords, KNOWN_WORDS } from "./fixtures/hard-words.ts";

const place = mkdtempSync(join(tmpdir(), "ward-csh-"));
const marker = join(place, "ran");
after(() => rmSync(place, { recursive: true, force: true }));

// Whatever short word csh might take for a command leaves a mark.
const TRAPS = [..."abcefnrtuvxX017", "id", "end", "ls", ";id;", " id", "\\", "'", '"', "`"];
for (const name of TRAPS) {
  writeFileSync(join(place, name), `#!/bin/sh\n: >"${marker}"\n`);
  chmodSync(join(place, name), 0o755);
}

function encoded(words: readonly string[]): string {
  const result = encodeRemote(words);
  assert.ok(result.ok);
  return result.tokens.join(" ");
}

function assertExactOrNothing(shell: FarShell, words: readonly string[], locale: string): void {
  const command = encoded(["/usr/bin/printf", "%s\\0", ...words, "end"]);
  const read = readBy(shell, command, { locale, path: place });
  const exact = [...words, "end", ""].join("\0");
  const hasNewline = words.some((word) => word.includes("\n"));
  assert.equal(read.stdout.toString(), hasNewline ? "" : exact);
  assert.equal(read.status === 0, !hasNewline);
  assert.equal(existsSync(marker), false);
}

test("tcsh reads each known word or runs nothing", { skip: isMissing("tcsh") }, () => {
  for (const word of KNOWN_WORDS) {
    for (const words of [[word], ["\n", word], [word, "\nid\n", word]]) {
      assertExactOrNothing(C_SHELLS[0] as FarShell, words, "C.UTF-8");
    }
  }
});

for (const shell of C_SHELLS) {
  for (const locale of ["C.UTF-8", "C"]) {
    test(`${shell.name} reads the very words or runs nothing, locale ${locale}`, {
      skip: isMissing("tcsh"),
    }, () => {
      fc.assert(
        fc.property(hardWords, (words) => assertExactOrNothing(shell, words, locale)),
        { numRuns: 80 },
      );
    });
  }
}

test("no line of what csh can't read is a command of its own", { skip: isMissing("tcsh") }, () => {
  const piece = fc.constantFrom(
    "\n",
    "\nid\n",
    "'",
    '"',
    "`",
    "\\",
    "!",
    "é",
    " ",
    ";id;",
    "id",
    "$x",
  );
  const word = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
  const withNewline = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .filter((words) => words.some((each) => each.includes("\n")));
  fc.assert(
    fc.property(withNewline, (words) => {
      const shell = C_SHELLS[0] as FarShell;
      const command = encoded(["/usr/bin/printf", "%s\\0", ...words]);
      const read = readBy(shell, command, { path: place });
      const complaints = read.stdout.toString() + read.stderr.toString();
      // One complaint a line and nothing else: not even "Command not found".
      const expected = command.split("\n").map(() => /^Unmatched '['"`]'\.$/);
      const lines = complaints.trimEnd().split("\n");
      assert.deepEqual(
        lines.map((line, at) => expected[at]?.test(line) ?? false),
        expected.map(() => true),
        JSON.stringify({ command, complaints }),
      );
    }),
    { numRuns: 200 },
  );
});
