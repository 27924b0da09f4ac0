// What a confined leaf needs to be there at all, on the real bubblewrap: its program, a place for temporary files, and nothing that was swapped in.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openHandle } from "../src/host/path-handle.ts";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";

/** A directory outside of /tmp, which a sandbox covers. */
function outside(t: TestContext, place: Place): string {
  const directory = `/var/tmp/${place.root.split("/").at(-1)}`;
  mkdirSync(directory, { mode: 0o700 });
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("the program is there, wherever it lies, and nothing beside it", (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  mkdirSync(join(far, "hidden"));
  const script = '#!/bin/sh\nls "$(dirname "$0")"\n';
  place.program("tool", script);
  writeFileSync(join(far, "hidden/real"), script, { mode: 0o755 });
  writeFileSync(join(far, "hidden/secret"), "");
  symlinkSync(join(far, "hidden/real"), join(place.bin, "linked"));
  const confine = `confine { hide "${far}/hidden" }`;
  place.guardfile("t", `wrap ward t { exec tool; ${confine}; can run x }\n`);
  place.guardfile("l", `wrap ward l { exec linked; ${confine}; can run x }\n`);
  place.guardfile("s", `wrap ward s { exec ls; ${confine}; can run x { argv "${far}/hidden" } }\n`);
  assert.equal(tell(place, ["t", "x"], { cwd: far }).stdout, "tool\n");
  assert.equal(tell(place, ["l", "x"], { cwd: far }).stdout, "linked\n");
  assert.equal(tell(place, ["s", "x"], { cwd: far }).stdout, "");
});

test("the place for temporary files that the environment names is the sandbox's own", (t) => {
  const place = new Place(t);
  const policy = 'exec sh; metacharacters literal; confine; can run run { argv "-c" }';
  place.guardfile("t", `wrap ward t { ${policy} }\n`);
  const env = { TMPDIR: "/tmp/ward-test/deep" };
  const script = 'echo $TMPDIR; mktemp >/dev/null && ls "$TMPDIR" | wc -l';
  assert.equal(tell(place, ["t", "run", script], { env }).stdout, "/tmp/ward-test/deep\n1\n");
});

test("what was put in the way between the check and the mount is not what is mounted", (t) => {
  const place = new Place(t);
  const directory = outside(t, place);
  mkdirSync(join(directory, "real"));
  writeFileSync(join(directory, "real/file"), "");
  symlinkSync("real", join(directory, "link"));
  const why = /changed while it was looked at/;
  assert.throws(() => openHandle(join(directory, "link/file")), why);
  assert.throws(() => openHandle(join(directory, "gone")), /can't be opened/);
  assert.ok(openHandle(join(directory, "real/file")) > 2);
});
