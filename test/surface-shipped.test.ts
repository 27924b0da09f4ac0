// The shipped policies inside the build are what the files of guardfiles/ say, and nobody can swap them.
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { readSurface } from "../src/engine/surface-digest.ts";
import { unpackGuardfile } from "../src/engine/unpack-policy.ts";
import { treeOf } from "../src/host/compiled.ts";
import { sha256 } from "../src/host/sha256.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { Place } from "./program-place.ts";

const names = readdirSync("guardfiles").filter((name) => name.endsWith(".kdl"));

for (const name of names) {
  test(`the build holds guardfiles/${name} as the parser reads it`, () => {
    const text = readFileSync(join("guardfiles", name), "utf8");
    const { guardfile } = parseGuardfile(`guardfiles/${name}`, text);
    assert.ok(guardfile);
    const surface = readSurface(guardfile, sha256);
    const built = treeOf(readFileSync(`dist/shipped/${name}.txt`, "latin1"));
    assert.equal(built?.digest, surface.ok && surface.digest);
    assert.deepEqual(unpackGuardfile(built?.text ?? "", null), guardfile);
    assert.equal(readFileSync(`dist/shipped/${name}`, "utf8"), text);
  });
}

/** A copy of the build, to be spoilt. */
function copyOf(place: Place): string {
  const copy = join(place.root, "dist");
  cpSync("dist", copy, { recursive: true });
  symlinkSync(resolve("node_modules"), join(place.root, "node_modules"));
  return copy;
}

test("a shipped policy that was edited or removed serves nothing", (t) => {
  const place = new Place(t);
  const copy = copyOf(place);
  const as = join(copy, "ward.js");
  const file = join(copy, "shipped/inspect.kdl.txt");
  const built = readFileSync(file, "utf8");
  assert.equal(place.call("ward", ["inspect", "wc"], { as }).exit, 0);
  writeFileSync(file, built.replaceAll('"wc"', '"sh"'));
  const edited = place.call("ward", ["inspect", "wc"], { as });
  assert.deepEqual(edited, {
    exit: 125,
    stdout: "",
    stderr:
      "ward: the shipped policy inspect.kdl is not the one that ward was built with\n  hint: install ward again\n",
  });
  rmSync(file);
  assert.equal(place.call("ward", ["inspect", "wc"], { as }).exit, 125);
});

test("only the files that a call leads to are read; the others are known by the groups that they wrap", (t) => {
  const place = new Place(t);
  const copy = copyOf(place);
  const as = join(copy, "ward.js");
  rmSync(join(copy, "shipped/git.kdl.txt"));
  assert.equal(place.call("ward", ["inspect", "wc"], { as }).exit, 0);
  assert.equal(place.call("ward", ["git", "status"], { as }).exit, 125);
  const unknown = place.call("ward", ["gti"], { as });
  assert.deepEqual([unknown.exit, /did you mean `ward git`/.test(unknown.stderr)], [77, true]);
  assert.equal(place.call("ward", ["--help"], { as }).exit, 125);
});
