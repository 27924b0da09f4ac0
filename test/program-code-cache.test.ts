// V8's code cache beside the program: whatever stands there, the program is the same.
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Script } from "node:vm";
import { Place } from "./program-place.ts";

test("the build's cache is taken by the node that built it", () => {
  const source = readFileSync("dist/ward.program.js", "latin1");
  const isAscii = readFileSync("dist/ward.program.js").every((byte) => byte < 0x80);
  const cachedData = readFileSync("dist/ward.program.js.cache");
  assert.equal(new Script(source, { cachedData }).cachedDataRejected, false);
  assert.equal(isAscii, true, "it is read as one character a byte");
});

test("a cache that is missing, cut short or of something else changes nothing", (t) => {
  const place = new Place(t);
  place.guardfile("tool", "wrap ward tool { exec marker; can run go }\n");
  const copy = join(place.root, "dist");
  cpSync("dist", copy, { recursive: true });
  const as = join(copy, "ward.js");
  const cache = join(copy, "ward.program.js.cache");
  const made = readFileSync(cache);
  const call = (words: readonly string[]) => {
    const { exit, stdout, stderr } = place.call("ward", words, { as });
    return { exit, stdout, stderr };
  };
  const all = () => [["tool", "go"], ["tool", "stop"], ["--version"]].map(call);
  const usual = all();
  const other = new Script("0").createCachedData();
  for (const bytes of [null, "", "x".repeat(999), made.subarray(0, 1000), other]) {
    rmSync(cache);
    if (bytes !== null) writeFileSync(cache, bytes);
    assert.deepEqual(all(), usual);
    writeFileSync(cache, "");
  }
});
