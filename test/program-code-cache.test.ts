// V8's code cache beside the program: whatever stands there, the program is the same.
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Script } from "node:vm";
import { Place } from "./program-place.ts";

test("the build's cache is taken by the node that built it", () => {
  const source = readFileSync("dist/ward.program.js");
  const cache = readFileSync("dist/ward.program.js.cache");
  const end = cache.length - source.length;
  assert.deepEqual(cache.subarray(end), source, "behind it stands what it was made from");
  const cachedData = cache.subarray(0, end);
  assert.equal(new Script(source.toString(), { cachedData }).cachedDataRejected, false);
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

test("a program that was changed runs as it is now, not as it was compiled", (t) => {
  const place = new Place(t);
  const copy = join(place.root, "dist");
  cpSync("dist", copy, { recursive: true });
  const as = join(copy, "ward.js");
  const file = join(copy, "ward.program.js");
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const changed = readFileSync(file, "utf8").replace(`ward ${version}`, "ward 9.9.9");
  writeFileSync(file, changed);
  assert.equal(place.call("ward", ["--version"], { as }).stdout, "ward 9.9.9\n");
});

test("without its program, or with half of it, ward says so and exits with 125", (t) => {
  const place = new Place(t);
  const copy = join(place.root, "dist");
  cpSync("dist", copy, { recursive: true });
  const as = join(copy, "ward.js");
  const file = join(copy, "ward.program.js");
  const text = readFileSync(file);
  const told = `ward: ${file} is a part of this installation and can't be read\n  hint: install ward again\n`;
  for (const half of [text.subarray(0, text.length / 2), null]) {
    if (half === null) rmSync(file);
    else writeFileSync(file, half);
    const ended = place.call("ward", ["git", "status"], { as });
    assert.deepEqual(ended, { exit: 125, stdout: "", stderr: told });
  }
});
