// Whatever a file or a caller wrote, a terminal gets only what is plainly visible (trust.md T77-T79).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { invocationText } from "../src/render/invocation.ts";
import { clipped, printable } from "../src/render/printable.ts";

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const UNSAFE = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...[0xad, 0x61c, 0x200e, 0x200f, 0x2060, 0xfeff, 0x2028, 0x2029],
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  ...range(0x200b, 0x200d),
  ...range(0xe0000, 0xe007f),
  ...range(0xd800, 0xdfff),
];

test("every character of T77 and T78 becomes its escape", () => {
  const shown = UNSAFE.map((code) => printable(`a${String.fromCodePoint(code)}b`));
  const wanted = UNSAFE.map((code) => `a\\u{${code.toString(16)}}b`);
  assert.deepEqual(shown, wanted);
});

const MISLEADING: readonly (readonly [string, string, string])[] = [
  ["a blank of Braille", "a\u2800b", "a\\u{2800}b"],
  ["a Hangul filler", "a\u3164b", "a\\u{3164}b"],
  ["a blank that is no space", "rm\u00a0-rf\u2003/\u3000", "rm\\u{a0}-rf\\u{2003}/\\u{3000}"],
  ["private use", "a\ue000b\u{f0000}", "a\\u{e000}b\\u{f0000}"],
  ["no character", "a\uffffb\u{e0fff}", "a\\u{ffff}b\\u{e0fff}"],
  ["a stand-in for an object", "a\ufffcb", "a\\u{fffc}b"],
  ["marks on what is no letter", '"\u0338\u0301x', '"\\u{338}\\u{301}x'],
  ["a mark at the start", "\u0336no", "\\u{336}no"],
  ["a pile of marks", `a${"\u0301".repeat(6)}b`, `a${"\u0301".repeat(4)}\\u{301}\\u{301}b`],
];

for (const [what, text, shown] of MISLEADING) {
  test(`${what} is shown as an escape`, () => assert.equal(printable(text), shown));
}

test("letters, signs and whole emoji stay as they are", () => {
  const text =
    "naïve 日本 🚢 Größe история ~!@#$%^&*()[]{}<>|\\`'\";:,.?/-_=+ עברית नमस्ते e\u0301 ที่";
  assert.equal(printable(text), text);
});

test("nothing unsafe is ever left, and the readable part survives", () => {
  const unsafe = new Set(UNSAFE);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const codes = [...printable(text)].map((point) => point.codePointAt(0) ?? 0);
      return !codes.some((code) => unsafe.has(code));
    }),
  );
});

test("a long text is cut with a count of what was cut", () => {
  assert.equal(clipped("é".repeat(163), 160), `${"é".repeat(160)}…(+3)`);
  assert.equal(clipped("é".repeat(160), 160), "é".repeat(160));
});

test("a call is shown quoted, escaped and on one line", () => {
  const cases: [string[], string][] = [
    [["git", "log", "-1", "main..dev"], "git log -1 main..dev"],
    [["git", "commit", "-m", "feat(x): y"], "git commit -m 'feat(x): y'"],
    [["a", ""], "a ''"],
    [["a", "it's"], "a 'it'\\''s'"],
    [["a", "\u001b[2K\r\ntrusted project"], "a '\\u{1b}[2K\\u{d}\\u{a}trusted project'"],
    [["a", "\u202eevil\u009b"], "a '\\u{202e}evil\\u{9b}'"],
    [["a", "x".repeat(200)], `a ${"x".repeat(160)}…(+40)`],
    [range(1, 42).map(String), `${range(1, 40).join(" ")} …(+2)`],
  ];
  assert.deepEqual(
    cases.map(([argv]) => invocationText(argv)),
    cases.map(([, wanted]) => wanted),
  );
});
