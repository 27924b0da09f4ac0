// Timeouts and cancelled groups: what is ended with a child, by which signal, and what the outcome says of it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { test } from "node:test";
import { familyOf, livingProcesses, membersOf } from "../src/host/process-table.ts";
import {
  isThere,
  place,
  type RunPlace,
  runToEnd,
  start,
  stateOf,
  until,
} from "./host-run-place.ts";

const launched = { enforcement: { level: "none" }, launched: true };
const timedOut = (exit: object) => ({ state: "failed", kind: "timed_out", exit, ...launched });
const cancelled = (exit: object) => ({ state: "cancelled", kind: "cancelled", exit, ...launched });
const TERM = { code: -1, signal: "SIGTERM" };
const KILL = { code: -1, signal: "SIGKILL" };

/** The pids that a script wrote, each once it was up. */
const pidsIn = (here: RunPlace) => here.text("pids").split("\n").filter(Boolean).map(Number);

const ends: [string, string, object][] = [
  ["dies of SIGTERM", "exec sleep 600", timedOut(TERM)],
  [
    "ct-09: traps SIGTERM and is killed",
    "trap '' TERM; while :; do sleep 0.1; done",
    timedOut(KILL),
  ],
  [
    "exits 0 in the grace",
    "trap 'exit 0' TERM; while :; do sleep 0.1; done",
    timedOut({ code: 0 }),
  ],
  [
    "is stopped, and exits 6 in the grace that it gets all the same",
    "trap 'exit 6' TERM; kill -STOP $$; while :; do sleep 0.1; done",
    timedOut({ code: 6 }),
  ],
  [
    "exits 5 in the grace",
    "trap 'exit 5' TERM; while :; do sleep 0.1; done",
    timedOut({ code: 5 }),
  ],
];

for (const [name, script, outcome] of ends) {
  test(`a child at its timeout ${name}: 124, timed out`, (t) => {
    const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 500 } }));
    assert.equal(runToEnd(here).status, 124);
    assert.deepEqual(here.end(), {
      outcome,
      exitCode: 124,
      fault: {
        code: "timed-out",
        message: "it was still running at its timeout of 0.5 s, and was ended",
        hint: "a longer `timeout` in the policy gives it more time",
      },
    });
    assert.deepEqual(here.rows().at(-1)?.outcome, outcome);
  });
}

test("a child that ends in time has the end that it has without a bound, and ward does not wait", (t) => {
  const script = "sleep 600 <&- >&- 2>&- & echo $! > pids; exit 3";
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 3_600_000 } }));
  assert.equal(runToEnd(here).status, 3);
  const [background = 0] = pidsIn(here);
  assert.equal(isThere(background), true, "what it left behind is no business of a timeout");
  process.kill(background, "SIGKILL");
});

test("ch-04: a grandchild in the background is gone with the child that hangs past its timeout", (t) => {
  const script = "sleep 600 & echo $! >> pids; echo $$ >> pids; wait";
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 700 } }));
  assert.equal(runToEnd(here).status, 124);
  assert.equal(pidsIn(here).length, 2);
  assert.deepEqual(pidsIn(here).filter(isThere), []);
});

test("T98: the leader is gone at SIGTERM, what it started lives on and is killed with the group", (t) => {
  const deaf = "trap '' TERM; echo $$ >> pids; while :; do sleep 0.1; done";
  const script = `(sh -c "${deaf.replaceAll("$", "\\$")}") & echo $$ >> pids; sleep 600`;
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 1000 } }));
  assert.equal(runToEnd(here).status, 124);
  assert.deepEqual(here.end().outcome, timedOut(TERM));
  assert.equal(pidsIn(here).length, 2);
  assert.deepEqual(pidsIn(here).filter(isThere), []);
});

test("bad input: 200 grandchildren that ignore SIGTERM are gone", (t) => {
  const script = `trap '' TERM; i=0; while [ $i -lt 200 ]; do sleep 600 & echo $! >> pids; i=$((i+1)); done; sleep 600`;
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 2000 } }));
  assert.equal(runToEnd(here).status, 124);
  assert.equal(pidsIn(here).length, 200);
  assert.deepEqual(pidsIn(here).filter(isThere), []);
});

test("a spawn that fails leaves no timer behind", (t) => {
  const bounds = { timeoutMs: 3_600_000 };
  const here = place(t, () => ({ argv: ["sh", "x".repeat(200_000)], bounds }));
  assert.equal(runToEnd(here).status, 125);
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  test(`${signal} for ward ends a bounded child and all of its group, by SIGKILL where SIGTERM does not do`, async (t) => {
    const script =
      "trap '' TERM INT HUP; sleep 600 & echo $! >> pids; echo $$ >> pids; while :; do sleep 0.1; done";
    const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 3_600_000 } }));
    const ward = start(t, here);
    await until(() => pidsIn(here).length === 2, "both are up");
    ward.kill(signal);
    const exitCode = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 }[signal];
    assert.equal(await ward.ended, exitCode);
    assert.deepEqual(here.end(), { outcome: cancelled(KILL), exitCode, fault: null });
    assert.deepEqual(pidsIn(here).filter(isThere), []);
  });
}

test("a timeout that comes while a cancelled child takes its time: the timeout decides", async (t) => {
  const script = "trap '' TERM; echo $$ >> pids; while :; do sleep 0.1; done";
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 1500 } }));
  const ward = start(t, here);
  await until(() => pidsIn(here).length === 1, "it is up");
  ward.kill("SIGTERM");
  assert.equal(await ward.ended, 124);
  assert.deepEqual(here.end().outcome, timedOut(KILL));
});

test("SIGUSR1 goes to the program alone, SIGTSTP and SIGCONT to all of it", async (t) => {
  const script =
    "trap 'echo usr1 >> log' USR1; sleep 600 & echo $! >> pids; echo $$ >> pids; while :; do sleep 0.1; done";
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds: { timeoutMs: 3_600_000 } }));
  const ward = start(t, here);
  await until(() => pidsIn(here).length === 2, "both are up");
  const states = () => pidsIn(here).map((pid) => stateOf(pid));
  ward.kill("SIGUSR1");
  await until(() => here.text("log") === "usr1\n", "the program hears of it");
  ward.kill("SIGTSTP");
  await until(() => states().every((state) => state === "T"), "both stop");
  ward.kill("SIGCONT");
  await until(() => states().every((state) => state !== "T"), "both go on");
  ward.kill("SIGTERM");
  assert.equal(await ward.ended, 143);
});

test("ward that has to leave takes a bounded child's whole group along", async (t) => {
  const script = "trap '' TERM; sleep 600 & echo $! >> pids; echo $$ >> pids; sleep 600";
  const bounds = { timeoutMs: 3_600_000 };
  const here = place(t, () => ({ argv: ["sh", "-c", script], bounds, leaveAfter: 1500 }));
  const ward = start(t, here);
  assert.equal(await ward.ended, 70);
  assert.equal(pidsIn(here).length, 2);
  assert.deepEqual(pidsIn(here).filter(isThere), []);
});

test("bad input, T97: a zombie counts as gone, though kill(2) still finds it", async (t) => {
  // The child stays in the group of the shell, where its parent, which never asks for it, is no more.
  const script = '$| = 1; if (fork) { setpgrp(0, 0); print "$$\\n"; sleep 600 } else { exit 0 }';
  const leader = spawn("sh", ["-c", `perl -e '${script}' & wait`], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(leader.stdout, "data")) as [Buffer];
  const parent = Number(line.toString());
  t.after(() => process.kill(parent, "SIGKILL"));
  const group = leader.pid ?? 0;
  leader.kill("SIGKILL");
  await once(leader, "exit");
  await until(() => membersOf(group).length === 0, "only the zombie is left");
  process.kill(-group, 0);
});

test("a family is a process and all that it has started, however deep, and no others", async (t) => {
  const leader = spawn("sh", ["-c", "sh -c 'sleep 600 & wait' & sleep 600"], { stdio: "ignore" });
  const pid = leader.pid ?? 0;
  t.after(() => {
    for (const member of familyOf([{ pid, started }])) process.kill(member.pid, "SIGKILL");
  });
  const started = livingProcesses().find((row) => row.pid === pid)?.started ?? "";
  await until(() => familyOf([{ pid, started }]).length === 4, "all four are up");
  assert.deepEqual(familyOf([{ pid, started: "another time" }]), []);
});

test("bad input: a leaf's own directory that vanishes between the check and the start: nothing runs, and no binary is missing", (t) => {
  const here = place(t, (at) => ({
    argv: ["touch", at("marker")],
    bounds: { cwd: at("gone") },
    remove: at("gone"),
  }));
  mkdirSync(here.at("gone"));
  assert.equal(runToEnd(here).status, 125);
  const failed = { state: "failed", kind: "sandbox_setup_failure", exit: { code: -1 } };
  assert.deepEqual(here.end().outcome, { ...failed, enforcement: {}, launched: false });
  assert.equal(here.end().fault?.code, "cwd-missing");
  assert.equal(existsSync(here.at("marker")), false);
});
