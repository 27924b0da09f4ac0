// Encoded words → the argv that a program gets behind each real shell, byte for byte.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { encodeRemote } from "../src/engine/remote.ts";
import { type FarShell, isMissing, POSIX_SHELLS, readBy } from "./fixtures/far-shells.ts";
import { hardWords, KNOWN_WORDS } from "./fixtures/hard-words.ts";

const PRINT = ["/usr/bin/printf", "%s\\0"];

function encoded(words: readonly string[]): string {
  const result = encodeRemote(words);
  assert.ok(result.ok, `refused: ${JSON.stringify(result)}`);
  return result.tokens.join(" ");
}

/** Many lists in one shell, a line each; `end` tells a list of none from one of an empty word. */
function assertReadBack(
  shell: FarShell,
  lists: string[][],
  locale: string,
  localeDirectory?: string,
): void {
  const argvs = lists.map((words) => [...words, "end"]);
  const command = argvs.map((words) => encoded([...PRINT, ...words])).join("\n");
  const read = readBy(shell, command, localeDirectory ? { locale, localeDirectory } : { locale });
  const expected = argvs.map((words) => words.map((word) => `${word}\0`).join("")).join("");
  assert.equal(read.stderr.toString(), "");
  assert.deepEqual(read.stdout.toString().split("\0"), expected.split("\0"));
  assert.ok(read.stdout.equals(Buffer.from(expected)));
}

for (const shell of POSIX_SHELLS) {
  for (const locale of ["C.UTF-8", "C"]) {
    test(`any words reach a program behind ${shell.name}, locale ${locale}`, {
      skip: isMissing(shell.argv[0] as string),
    }, () => {
      fc.assert(
        fc.property(fc.array(hardWords, { minLength: 30, maxLength: 40 }), (lists) =>
          assertReadBack(shell, lists, locale),
        ),
        { numRuns: 5 },
      );
    });
  }

  test(`each character and each known word reaches a program behind ${shell.name}`, {
    skip: isMissing(shell.argv[0] as string),
  }, () => {
    const low = Array.from({ length: 0x2ff }, (_, code) => String.fromCodePoint(code + 1));
    const inward = Array.from({ length: 0x120 }, (_, code) => String.fromCodePoint(0xf5f0 + code));
    const beside = [...low, ...inward].flatMap((one) => [one, `a${one}b`, `${one}${one} `]);
    for (const locale of ["C.UTF-8", "C"]) {
      assertReadBack(shell, [beside, [...KNOWN_WORDS]], locale);
    }
  });

  test(`a word of 120,000 bytes reaches a program behind ${shell.name}`, {
    skip: isMissing(shell.argv[0] as string),
  }, () => {
    assertReadBack(shell, [["x".repeat(120_000)]], "C.UTF-8");
    assertReadBack(shell, [["é ".repeat(40_000)]], "C");
    assertReadBack(shell, [["\n".repeat(40_000)]], "C");
  });
}

// In GBK the last byte of one character and a `\\` behind it are another character.
const locales = mkdtempSync(join(tmpdir(), "ward-locales-"));
const made = spawnSync("localedef", ["-i", "zh_CN", "-f", "GBK", join(locales, "zh_CN.GBK")]);
after(() => rmSync(locales, { recursive: true, force: true }));

for (const shell of POSIX_SHELLS) {
  test(`words in UTF-8 reach a program behind ${shell.name} where the far locale is GBK`, {
    skip: isMissing(shell.argv[0] as string) || (made.status !== 0 && "no GBK: run .ci/packages"),
  }, () => {
    const lists = [
      ["€;id", "€ x", "€\\", "€'x", "€$HOME", "€!", "€#", "€"],
      ["é\n;id", 'é"', "éé;x"],
    ];
    assertReadBack(shell, lists, "zh_CN.GBK", locales);
    fc.assert(
      fc.property(fc.array(hardWords, { minLength: 30, maxLength: 30 }), (random) =>
        assertReadBack(shell, random, "zh_CN.GBK", locales),
      ),
      { numRuns: 3 },
    );
  });
}

const bin = mkdtempSync(join(tmpdir(), "ward-first-"));
after(() => rmSync(bin, { recursive: true, force: true }));

const FIRST = [
  ...["A=b", "A+=b", "A.b=c", "a[1]=x", "=ls", "-x", "--", "+x", "+", "@", "x:", ":x", "1", "a b"],
  ...[
    "é",
    "\u00a0",
    "#x",
    "~x",
    "*",
    "?",
    "^a",
    "!a",
    "$x",
    "{",
    "}",
    "[[",
    "((",
    "(",
    "\\n",
    "a\nb",
    "'",
  ],
  ...[
    "coproc",
    "do",
    "done",
    "elif",
    "esac",
    "fi",
    "foreach",
    "in",
    "nocorrect",
    "repeat",
    "select",
  ],
  ...["then", "until", "compound", "float", "nameref", "nohup", "r", "redirect", "run-help"],
  ...[
    "stop",
    "which-command",
    "breaksw",
    "default",
    "endif",
    "endsw",
    "goto",
    "nice",
    "onintr",
    "then",
  ],
];
const REFUSED = "- ! and begin case else end for function if not or switch time while %x".split(
  " ",
);
for (const name of [...FIRST, ...REFUSED]) {
  writeFileSync(join(bin, name), `#!/bin/sh\nexec /usr/bin/printf '%s\\0' "\${0##*/}" "$@"\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Names that run a builtin, whatever the quotes: no program of that name can be reached without a path. */
const BUILTINS: Record<string, readonly string[]> = {
  zsh: ["float", "r"],
  "zsh with options": ["float", "r"],
  ksh: ["compound", "float", "nameref", "redirect", "stop"],
  busybox: ["[["],
};

for (const shell of POSIX_SHELLS) {
  test(`a first word names the program and nothing else for ${shell.name}`, {
    skip: isMissing(shell.argv[0] as string),
  }, () => {
    const wrong = FIRST.filter((name) => {
      const read = readBy(shell, encoded([name, "A=b", "x y"]), { path: bin });
      return read.stdout.toString() !== `${name}\0A=b\0x y\0`;
    });
    assert.deepEqual(wrong, BUILTINS[shell.name] ?? []);
  });
}

test("what is refused as a first word is misread by some shell even when quoted", {
  skip: ["zsh", "fish", "bash"].map(isMissing).find((reason) => reason !== false) ?? false,
}, () => {
  const reached = REFUSED.filter((name) => {
    assert.equal(encodeRemote([name]).ok, false);
    return POSIX_SHELLS.every(
      (shell) => readBy(shell, `'${name}' a`, { path: bin }).stdout.toString() === `${name}\0a\0`,
    );
  });
  assert.deepEqual(reached, []);
});
