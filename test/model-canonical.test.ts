// Canonical JSON: equal values have one text, different values have different ones, and the rest is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson, UnencodableError } from "../src/model/canonical.ts";

test("keys are sorted, and nothing else is moved", () => {
  assert.equal(
    canonicalJson({ b: [2, 1], a: { d: null, c: "x" } }),
    '{"a":{"c":"x","d":null},"b":[2,1]}',
  );
});

test("T15: what JSON would blur or drop is refused", () => {
  const holes: unknown[] = [];
  holes.length = 1;
  const ring: unknown[] = [];
  ring.push(ring);
  const blurred = [
    undefined,
    { a: undefined },
    [undefined],
    holes,
    Number.NaN,
    Infinity,
    -0,
    1n,
    new Map(),
    new Date(0),
    Symbol("x"),
    () => 1,
    ring,
  ];
  for (const value of blurred) assert.throws(() => canonicalJson(value), UnencodableError);
});

/** JSON has no -0, and what has no text of its own is refused above. */
const plainValue = fc
  .jsonValue({ noUnicodeString: false })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

test("T15: two values have the same text only where they are the same", () => {
  fc.assert(
    fc.property(plainValue, plainValue, (one, other) => {
      const isSame = canonicalJson(one) === canonicalJson(other);
      assert.equal(isSame, equal(one, other));
    }),
  );
  assert.notEqual(canonicalJson("\ud800"), canonicalJson("\ufffd"));
  assert.notEqual(canonicalJson("\ud800"), canonicalJson("\udfff"));
});

function equal(one: unknown, other: unknown): boolean {
  try {
    assert.deepStrictEqual(one, other);
    return true;
  } catch {
    return false;
  }
}
