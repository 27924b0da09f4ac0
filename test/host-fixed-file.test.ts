// A pinned binary between its approval and its start: the approved bytes run, or nothing does.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fixFile } from "../src/host/fixed-file.ts";
import { findPins } from "../src/host/pins.ts";
import type { Pin, Site } from "../src/model/trust.ts";
import { trustRoom } from "./trust-place.ts";

function place(t: TestContext) {
  const { project } = trustRoom(t);
  const file = join(project, "tool");
  const pinsOf = (argv: readonly string[] = [file]): Pin[] => {
    const where = { where: "ward.app.x", kind: "leaf", bin: file, env: [] } as const;
    const site: Site = { ...where, argv, policy: null, detail: "" };
    return findPins([site], { cwd: project, project, searchPath: ["/usr/bin", "/bin"] });
  };
  return { project, file, pinsOf };
}

const CHANGED = { code: "pin-changed", exit: 77 };
const openFds = () => readdirSync("/proc/self/fd").length;

test("ch-05, T24: a native binary that is swapped behind the check is not the one that runs", (t) => {
  const { file, pinsOf, project } = place(t);
  copyFileSync(realpathSync("/bin/echo"), file);
  const before = openFds();
  const fixed = fixFile(file, pinsOf());
  const other = join(project, "other");
  copyFileSync(realpathSync("/bin/false"), other);
  renameSync(other, file);
  const { stdout, status } = spawnSync(fixed.path, ["approved"], {
    encoding: "utf8",
    argv0: "tool",
  });
  assert.deepEqual([status, stdout], [0, "approved\n"]);
  fixed.release();
  assert.equal(openFds(), before);
});

test("ch-05, T99: what was swapped before the check is not started", (t) => {
  const { file, pinsOf } = place(t);
  copyFileSync(realpathSync("/bin/echo"), file);
  const pins = pinsOf();
  const before = openFds();
  rmSync(file);
  assert.throws(() => fixFile(file, pins), CHANGED);
  copyFileSync(realpathSync("/bin/false"), file);
  assert.throws(() => fixFile(file, pins), CHANGED);
  rmSync(file);
  spawnSync("mkfifo", [file]);
  assert.throws(() => fixFile(file, pins), CHANGED);
  rmSync(file);
  symlinkSync(realpathSync("/bin/echo"), file);
  assert.throws(() => fixFile(file, pins), CHANGED);
  assert.equal(openFds(), before);
});

test("T24: a script is started by its own name, right after its hash", (t) => {
  const { file, pinsOf } = place(t);
  writeFileSync(file, '#!/bin/sh\necho "$0"\n', { mode: 0o755 });
  const pins = pinsOf();
  assert.equal(fixFile(file, pins).path, file);
  writeFileSync(file, '#!/bin/sh\necho "$0" changed\n');
  assert.throws(() => fixFile(file, pins), CHANGED);
});

test("T19, T99: a pinned script among the words is hashed again too", (t) => {
  const { file, project, pinsOf } = place(t);
  copyFileSync(realpathSync("/bin/echo"), file);
  writeFileSync(join(project, "release.sh"), "one\n");
  const pins = pinsOf([file, "./release.sh"]);
  fixFile(file, pins).release();
  writeFileSync(join(project, "release.sh"), "two\n");
  assert.throws(() => fixFile(file, pins), CHANGED);
});

test("without pins nothing is looked at", () => {
  assert.equal(fixFile("/nowhere/at/all", []).path, "/nowhere/at/all");
});

test("T24: where no open file can be started, the name must still lead to the file that was hashed, and that is told", (t) => {
  const { file, pinsOf, project } = place(t);
  copyFileSync(realpathSync("/bin/echo"), file);
  const pins = pinsOf();
  const before = openFds();
  const { path, handle, degraded } = fixFile(file, pins, false);
  assert.deepEqual([path, handle], [file, null]);
  assert.match(degraded ?? "", /^this system can't start an open file/);
  assert.equal(fixFile(file, pins, true).degraded, null);
  writeFileSync(file, '#!/bin/sh\necho "$0"\n', { mode: 0o755 });
  assert.equal(fixFile(file, pinsOf(), false).degraded, null, "a script is no worse off there");
  const other = join(project, "other");
  copyFileSync(realpathSync("/bin/false"), other);
  renameSync(other, file);
  assert.throws(() => fixFile(file, pins, false), CHANGED);
  assert.equal(openFds(), before + 1, "the one of the handle that was asked for");
});
