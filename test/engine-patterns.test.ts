// Patterns of a Guardfile against whole texts, beside the table: what must never be slow, large or wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkPattern, matchWhole, PATTERN_LENGTH, PATTERN_SIZE } from "../src/engine/patterns.ts";
import { rowsOf } from "./fixtures/rows.ts";

interface Match {
  readonly pattern: string;
  readonly text: string;
  readonly matches: boolean;
}

for (const row of rowsOf<Match>("test/cases/patterns/matches.jsonl")) {
  test(`${JSON.stringify(row.text)} ${row.matches ? "is" : "is not"} all of ${row.pattern}`, () => {
    assert.equal(matchWhole(row.pattern, row.text), row.matches);
  });
}

interface Problem {
  readonly pattern: string;
  readonly problem: string | null;
}

for (const row of rowsOf<Problem>("test/cases/patterns/problems.jsonl")) {
  test(`pattern ${row.pattern}: ${row.problem ?? "loads"}`, () => {
    assert.equal(checkPattern(row.pattern), row.problem);
    if (row.problem !== null) assert.equal(matchWhole(row.pattern, row.pattern), false);
  });
}

test("the longest pattern loads, one character more does not", () => {
  const longest = `[${"a".repeat(PATTERN_LENGTH - 2)}]`;
  assert.equal(checkPattern(longest), null);
  assert.equal(checkPattern(`${longest}b`), "the pattern has 1001 characters, at most 1000 load");
});

// A backtracking engine does not come back from any of these; there is no time to assert.
const NASTY: readonly (readonly [pattern: string, text: string])[] = [
  ["^([a-z]+)+$", `${"a".repeat(50_000)}!`],
  ["(a|aa)+", `${"a".repeat(50_000)}b`],
  ["(?:(?:a*)*)*b", "a".repeat(50_000)],
  ["(.*)(.*)(.*)(.*)(.*)x", "a".repeat(50_000)],
  ["(?:a?){300}a{300}", `${"a".repeat(299)}b`],
  ["[ab]*a[ab]{480}c", "abbabaab".repeat(4_000)],
];
for (const [pattern, text] of NASTY) {
  test(`${pattern} decides on ${text.length} characters`, () => {
    assert.equal(checkPattern(pattern), null);
    assert.equal(matchWhole(pattern, text), false);
  });
}

test("a pattern of the allowed length never unrolls beyond the cap", () => {
  const repetition = fc.tuple(
    fc.constantFrom("a", "(b|c)", "\\pL", "."),
    fc.integer({ max: 1000 }),
  );
  fc.assert(
    fc.property(fc.array(repetition, { minLength: 1, maxLength: 80 }), (parts) => {
      const source = parts.map(([atom, times]) => `${atom}{${Math.max(0, times)}}`).join("");
      const total = parts.reduce((sum, [, times]) => sum + Math.max(0, times), 0);
      if (total > PATTERN_SIZE) assert.notEqual(checkPattern(source), null);
    }),
    { numRuns: 50 },
  );
});

test("agrees with the language's own engine on patterns that both know", () => {
  const atom = fc.constantFrom(
    "a",
    "b",
    "c",
    ".",
    "[ab]",
    "[^a]",
    "\\w",
    "\\d",
    "^",
    "$",
    "\\b",
    "é",
  );
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      atom,
      fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => left + right),
      fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "*?"))
        .map(([inner, times]) => `(${inner})${times}`),
    ),
  }));
  const text = fc.string({
    unit: fc.constantFrom("a", "b", "c", "1", "é", " ", "\n"),
    maxLength: 6,
  });
  fc.assert(
    fc.property(pattern, text, (source, input) => {
      const whole = new RegExp(`^(?:${source})$`, "u").test(input);
      assert.equal(matchWhole(source, input), whole);
    }),
    { numRuns: 5000 },
  );
});
