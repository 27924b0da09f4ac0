// Words and texts → the same ones with every secret replaced, whatever names or spells it; and in linear time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogueOf } from "../src/catalogue/load.ts";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { redactCall, redactWords } from "../src/engine/redact.ts";
import { isSuspect, redactText } from "../src/engine/secret-text.ts";
import { plant } from "../src/engine/tree.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { rowsOf } from "./fixtures/rows.ts";

/** Keeps the secret, so that a test sees what was taken for one. */
const mark = (secret: string) => `<${secret}>`;
const catalogue = catalogueOf(readFactsFile);

function treeOf(text: string) {
  const { guardfile, diagnostics } = parseGuardfile("Guardfile", text);
  assert.ok(guardfile, JSON.stringify(diagnostics));
  return plant([{ place: "user", guardfile }]).tree;
}

interface TextCase {
  readonly id: string;
  readonly text: string;
  readonly expect: string;
}

for (const { id, text, expect } of rowsOf<TextCase>("test/cases/redaction/texts.jsonl")) {
  test(`a text: ${id}`, () => {
    assert.equal(redactText(text, mark), expect);
    if (text !== expect) assert.ok(isSuspect(text), "what is redacted must look suspect");
  });
}

interface CallCase {
  readonly id: string;
  readonly guardfile: string;
  readonly call: readonly string[];
  readonly expect: readonly string[];
}

for (const { id, guardfile, call, expect } of rowsOf<CallCase>(
  "test/cases/redaction/calls.jsonl",
)) {
  test(`a call: ${id}`, () => {
    assert.deepEqual(redactCall(treeOf(guardfile), call, null, catalogue, mark).words, expect);
  });
}

test("what would run is redacted word by word as the call is, its fixed words by their own names", () => {
  const tree = treeOf(
    `wrap ward t { exec curl { argv-prefix "--proxy-header" "Authorization: fixed" "-s" }; can run get { argv "--user" "kim:pw" } }`,
  );
  const words = ["ward", "t", "get", "--oauth2-bearer", "plain", "-H", "X-Token: abc"];
  const decision = decide(tree, { words }, { ...bareFacts, catalogue });
  assert.equal(decision.decision, "allow");
  assert.ok(decision.decision === "allow");
  assert.deepEqual(redactCall(tree, words, decision.exec.argv, catalogue, mark).argv, [
    "curl",
    "--proxy-header",
    "Authorization: <fixed>",
    "-s",
    "--user",
    "kim:<pw>",
    "--oauth2-bearer",
    "<plain>",
    "-H",
    "X-Token: <abc>",
  ]);
});

test("a far shell's quoting does not hide a secret", () => {
  const tree = treeOf(
    `wrap ward t { exec ssh { argv-prefix "host" "tool" }; metacharacters literal; can run go }`,
  );
  const words = ["ward", "t", "go", "--token", "a$b c", "plain word"];
  const decision = decide(tree, { words }, { ...bareFacts, catalogue });
  assert.ok(decision.decision === "allow");
  const { argv } = redactCall(tree, words, decision.exec.argv, catalogue, mark);
  assert.deepEqual(argv, ["ssh", "host", "tool", "go", "--token", "<a$b c>", "'plain word'"]);
});

test("what was redacted is not redacted again", () => {
  const real = (secret: string) => `[redacted ${secret.length} 0123abcd]`;
  for (const { text } of rowsOf<TextCase>("test/cases/redaction/texts.jsonl")) {
    const once = redactText(text, real);
    assert.equal(redactText(once, real), once, text);
  }
  const words = ["--token", "abc", "-u", "kim:pw"];
  const once = redactWords(words, "curl", real);
  assert.deepEqual(once, ["--token", "[redacted 3 0123abcd]", "-u", "kim:[redacted 2 0123abcd]"]);
  assert.deepEqual(redactWords(once, "curl", real), once);
});

const HOSTILE: Readonly<Record<string, string>> = {
  letters: "a".repeat(1 << 18),
  "address beginnings": "a://".repeat(1 << 16),
  "address beginnings with users": "a://b:".repeat(1 << 15),
  "signs and names": "token=".repeat(1 << 15),
  "names and colons": "token: ".repeat(1 << 15),
  colons: ":".repeat(1 << 18),
  "equals signs": "=".repeat(1 << 18),
  blanks: `token:${" ".repeat(1 << 18)}`,
  "beginnings of tokens": "eyJ-".repeat(1 << 16),
  "dotted beginnings of tokens": "eyJaaaaaaaa.".repeat(1 << 14),
  "beginnings of keys": "-----BEGIN PRIVATE KEY-----".repeat(1 << 13),
  "open quotes": `"token":"`.repeat(1 << 14),
  dashes: "-".repeat(1 << 18),
  ats: "://@".repeat(1 << 16),
};

for (const [name, text] of Object.entries(HOSTILE)) {
  // What went over the text more than once a step would take minutes here.
  test(`a quarter of a mebibyte of ${name} is gone over once`, () => {
    const words = redactWords([text, `--${text}`, `-${text}`], "curl", () => "x");
    assert.equal(words.length, 3);
    assert.ok(redactText(text, () => "x").length <= text.length);
  });
}
