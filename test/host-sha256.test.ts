// Ward's own SHA-256 against node's, over every way that a text can end in its last block.
import assert from "node:assert/strict";
import { createHash, randomBytes as fromNode } from "node:crypto";
import { test } from "node:test";
import { randomBytes } from "../src/host/random.ts";
import { hashSmall, sha256 } from "../src/host/sha256.ts";

const byNode = (input: Uint8Array | string) => createHash("sha256").update(input).digest("hex");

test("the hash of every length up to five blocks, and of long inputs, is the one that node gives", () => {
  const lengths = [
    ...Array.from({ length: 321 }, (_, length) => length),
    8191,
    8192,
    8193,
    100_000,
  ];
  for (const length of lengths) {
    const bytes = fromNode(length);
    assert.equal(hashSmall(bytes), byNode(bytes), `${length} bytes`);
    assert.equal(sha256(bytes), byNode(bytes), `${length} bytes, chosen by length`);
  }
});

test("a part of a buffer is hashed alone, and a text as UTF-8", () => {
  const bytes = fromNode(300);
  assert.equal(hashSmall(bytes.subarray(7, 150)), byNode(bytes.subarray(7, 150)));
  for (const text of ["", "abc", "ä\u{1f600}\0", "x".repeat(9000)])
    assert.equal(sha256(text), byNode(text));
});

test("random bytes come as many as asked for, and others each time", () => {
  const drawn = Array.from({ length: 50 }, () => randomBytes(16));
  assert.deepEqual([...new Set(drawn.map(({ length }) => length))], [16]);
  assert.equal(new Set(drawn.map((bytes) => bytes.toString("hex"))).size, 50);
});
