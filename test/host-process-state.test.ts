// What is known of a process: from /proc and from ps alike, whatever its name holds.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fromPs, isForeground, type ProcessState, readProcess } from "../src/host/process-state.ts";
import { ownDirectory } from "./host-place.ts";
import { until } from "./host-run-place.ts";

/** A program that does nothing, under a name of one's own, leading its own session. */
function sleeper(t: TestContext, name: string): ChildProcess & { readonly pid: number } {
  const file = join(ownDirectory(t), name);
  copyFileSync("/bin/sleep", file);
  const child = spawn(file, ["600"], { detached: true, stdio: "ignore" });
  t.after(() => child.kill("SIGKILL"));
  return Object.assign(child, { pid: child.pid ?? 0 });
}

/** Without the start, which no test can know beforehand. */
function known(process: ProcessState | null) {
  const { started, ...rest } = process ?? { started: "" };
  assert.notEqual(started, "");
  return rest;
}

for (const name of ["plain", "a b", "x) R 1 1 1 1", "((", ")"]) {
  test(`a process named ${name}`, async (t) => {
    const { pid } = sleeper(t, name);
    const asleep = { state: "S", group: pid, isLeader: true, foreground: -1 };
    await until(() => readProcess(pid)?.state === "S", "it sleeps");
    assert.deepEqual(known(readProcess(pid)), asleep);
    assert.deepEqual(known(fromPs(pid)), asleep);
    process.kill(pid, "SIGSTOP");
    await until(() => readProcess(pid)?.state === "T", "it stops");
    assert.deepEqual(known(readProcess(pid)), { ...asleep, state: "T" });
    assert.deepEqual(known(fromPs(pid)), { ...asleep, state: "T" });
  });
}

test("a process that is not there", () => {
  assert.equal(readProcess(0x7fffffff), null);
  assert.equal(fromPs(0x7fffffff), null);
});

test("the foreground is a group's, and only with a terminal", () => {
  const state = { state: "S", group: 7, isLeader: false, started: "1" };
  assert.equal(isForeground({ ...state, foreground: 7 }), true);
  assert.equal(isForeground({ ...state, foreground: 8 }), false);
  assert.equal(isForeground({ ...state, foreground: -1 }), false);
  assert.equal(isForeground({ ...state, group: 0, foreground: 0 }), false);
});
