// Words whose bytes were not UTF-8 are told from words that hold a real U+FFFD, through a real exec.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findNotUtf8 } from "../src/host/raw-argv.ts";

const DRIVER = fileURLToPath(new URL("fixtures/raw-argv.js", import.meta.url));

/** `words` are written as printf writes them, `\377` is a byte. */
function found(words: string, flags: readonly string[] = []): number[] {
  const script = `set --; while IFS= read -r word; do set -- "$@" "$(printf "$word.")"; done
    for word; do shift; set -- "$@" "\${word%.}"; done
    exec "$NODE" $FLAGS "$DRIVER" "$@"`;
  const env = {
    ...process.env,
    NODE: process.execPath,
    DRIVER,
    FLAGS: flags.join(" "),
    LC_ALL: "C",
  };
  const input = words === "" ? "" : `${words.split(" ").join("\n")}\n`;
  return JSON.parse(execFileSync("sh", ["-c", script], { input, env, encoding: "utf8" }));
}

for (const [name, words, places] of [
  ["no words", "", []],
  ["plain words", "a b", []],
  ["a lone byte", "a \\377 b", [1]],
  ["bytes inside a word", "x=\\200\\201y", [0]],
  ["a real U+FFFD", "\\357\\277\\275", []],
  ["a real one beside a byte in the same word", "\\357\\277\\275\\377", [0]],
  ["a real one and a byte in two words", "\\357\\277\\275 \\377", [1]],
  ["a surrogate in UTF-8's manner", "\\355\\240\\200", [0]],
  ["an overlong slash", "\\300\\257", [0]],
  ["a cut character", "\\303", [0]],
  ["a byte order mark stays a part of its word", "\\357\\273\\277\\357\\277\\275", []],
  ["empty words around", " \\377 ", [1]],
] as const) {
  test(name, () => assert.deepEqual(found(words), places));
}

test("node's own options before the program do not shift the words", () => {
  assert.deepEqual(found("a \\377", ["--no-warnings", "--stack-trace-limit=5"]), [1]);
});

test("where the kernel's copy can't be read, or is too short, every such word counts", () => {
  const words = ["a", "\ufffd", "b\ufffd"];
  const unreadable = () => {
    throw new Error("no /proc here");
  };
  assert.deepEqual(findNotUtf8(words, unreadable), [1, 2]);
  assert.deepEqual(
    findNotUtf8(words, () => Buffer.from("a\0\ufffd\0")),
    [1, 2],
  );
  assert.deepEqual(
    findNotUtf8(words, () => Buffer.from("a\0\ufffd\0b\ufffd")),
    [1, 2],
  );
  assert.deepEqual(
    findNotUtf8(words, () => Buffer.from("node\0a\0\ufffd\0b\ufffd\0")),
    [],
  );
});
