// Times as the rows have them, and what is remembered within one turn of the event loop.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { timestamp } from "../src/host/clock.ts";
import { OneTurn, rememberWithinTurns } from "../src/host/one-turn.ts";
import { isSha256 } from "../src/model/hash.ts";

test("a time is written as toISOString writes it", () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  const property = fc.property(fc.integer({ min: 0, max: last }), (milliseconds) => {
    assert.equal(timestamp(milliseconds), new Date(milliseconds).toISOString());
  });
  fc.assert(property, { examples: [[0], [last], [951_782_399_999], [1_709_164_800_000]] });
});

test("a hash is 64 small hexadecimal digits", () => {
  const hash = "0123456789abcdef".repeat(4);
  assert.equal(isSha256(hash), true);
  const others = [
    hash.slice(1),
    `${hash}0`,
    hash.toUpperCase(),
    `${hash.slice(1)}g`,
    `${hash.slice(1)}\n`,
  ];
  for (const other of [...others, "", null, 64, [hash]]) assert.equal(isSha256(other), false);
});

test("nothing is remembered before a program asks for it, and nothing beyond the turn", async () => {
  const memory = new OneTurn<number>();
  memory.set("a", 1);
  assert.equal(memory.get("a"), undefined);
  rememberWithinTurns();
  memory.set("a", 1);
  assert.deepEqual([memory.get("a"), memory.get("b")], [1, undefined]);
  await null;
  assert.equal(memory.get("a"), 1, "what is settled already ends no turn");
  await turn();
  assert.equal(memory.get("a"), undefined);
  memory.set("a", 2);
  memory.clear();
  assert.equal(memory.get("a"), undefined);
  memory.set("a", 3);
  await turn();
  assert.equal(memory.get("a"), undefined, "also of a memory that was cleared meanwhile");
});
