// A diagnostic reads as a place, a message, its source line with a caret, and what to do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseGuardfile } from "../src/language/parse.ts";
import type { Diagnostic } from "../src/model/diagnostic.ts";
import { renderDiagnostic } from "../src/render/diagnostic.ts";

function rendered(text: string, color = false): string {
  const { diagnostics, text: parsed } = parseGuardfile("git.kdl", text);
  return diagnostics.map((found) => renderDiagnostic(found, parsed, { color })).join("\n");
}

test("an unknown node is shown with its line, a caret and what was meant", () => {
  const text = 'wrap ward git {\n  exec git\n  can run push { flagg "--force" }\n}\n';
  assert.equal(
    rendered(text),
    [
      'git.kdl:3:18: error[unknown-node]: unknown node "flagg" in a grant',
      '3 |   can run push { flagg "--force" }',
      "  |                  ^^^^^",
      '  hint: did you mean "deny-flag"?',
    ].join("\n"),
  );
});

test("a conflict shows both places", () => {
  const text = "wrap ward git {\n  exec git\n  can run push\n  never run push\n}";
  assert.equal(
    rendered(text),
    [
      'git.kdl:4:3: error[conflict]: "push" is both granted and denied',
      "4 |   never run push",
      "  |   ^^^^^^^^^^^^^^",
      "git.kdl:3:3: note: granted here",
      "3 |   can run push",
      "  |   ^^^^^^^^^^^^",
      "  hint: keep one of the two sentences",
    ].join("\n"),
  );
});

test("what a file wrote can't move the terminal or the caret", () => {
  const text =
    'wrap ward git {\r\n\texec git; can run x { deny-flag "日本\\u{9b}" "y\u200b" }\r\n}';
  assert.equal(
    rendered(text),
    [
      'git.kdl:2:34: error[bad-flag]: "deny-flag": a flag starts with `-` or `+`',
      '2 |  exec git; can run x { deny-flag "日本\\u{9b}" "y\\u{200b}" }',
      `  | ${" ".repeat(33)}${"^".repeat(12)}`,
      'git.kdl:2:45: error[bad-flag]: "deny-flag": a flag starts with `-` or `+`',
      '2 |  exec git; can run x { deny-flag "日本\\u{9b}" "y\\u{200b}" }',
      `  | ${" ".repeat(46)}${"^".repeat(11)}`,
    ].join("\n"),
  );
});

test("a long line is cut around its span, and colour is drawn only when asked for", () => {
  const text = `wrap ward git { exec git; ${"can run a; ".repeat(1)}${"/**/ ".repeat(60)}colour ${"x ".repeat(90)}}`;
  const [head, line, carets] = rendered(text, true).split("\n");
  assert.equal(
    head,
    'git.kdl:1:338: \x1b[1;31merror[unknown-node]\x1b[0m: unknown node "colour" in a wrap',
  );
  assert.equal(line, `1 | …${"/**/ ".repeat(12)}colour ${"x ".repeat(39)}x…`);
  assert.equal(carets, `  | ${" ".repeat(61)}\x1b[1;31m^^^^^^\x1b[0m`);
});

test("a span at the end of an empty file is a single caret", () => {
  const empty: Diagnostic = {
    code: "no-wrap",
    severity: "error",
    file: "a\x1b.kdl",
    span: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } },
    message: "nothing",
  };
  assert.equal(
    renderDiagnostic(empty, ""),
    "a\\u{1b}.kdl:1:1: error[no-wrap]: nothing\n1 | \n  | ^",
  );
});
