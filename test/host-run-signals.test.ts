// Signals without a shared terminal: each reaches the child once, a stop signal cancels, and no child stays behind.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { type TestContext, test } from "node:test";
import {
  childOf,
  got,
  isThere,
  pause,
  place,
  type RunPlace,
  SIGNAL_LOG,
  type Started,
  start,
  stateOf,
  until,
} from "./host-run-place.ts";

type Mode = "ignore" | "exit";

/** ward with the child that logs its signals, both up. */
async function logging(t: TestContext, mode: Mode) {
  const here = place(t, (at) => ({ argv: [process.execPath, SIGNAL_LOG, at("log"), mode] }));
  const ward = start(t, here);
  await until(() => here.text("log").includes("ready"), "the child is ready");
  const child = childOf(here);
  t.after(() => isThere(child) && process.kill(child, "SIGKILL"));
  return { here, ward };
}

async function send(ward: Started, here: RunPlace, signal: NodeJS.Signals) {
  const before = got(here).length;
  ward.kill(signal);
  await until(() => got(here).length > before, `${signal} reaches the child`);
  await pause(200);
}

const launched = { enforcement: { level: "none" }, launched: true };
const cancelled = { state: "cancelled", kind: "cancelled", ...launched };

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) {
  test(`${signal} reaches the child once and cancels, whatever the child makes of it`, async (t) => {
    const { here, ward } = await logging(t, "exit");
    await send(ward, here, signal);
    assert.equal(await ward.ended, 128 + constants.signals[signal]);
    assert.deepEqual(got(here), [signal]);
    assert.deepEqual(here.end(), {
      outcome: { ...cancelled, exit: { code: 0 } },
      exitCode: 128 + constants.signals[signal],
      fault: null,
    });
    assert.equal(isThere(childOf(here)), false);
  });
}

test("a second stop signal is forwarded too; the first one names the end", async (t) => {
  const { here, ward } = await logging(t, "ignore");
  await send(ward, here, "SIGINT");
  await send(ward, here, "SIGTERM");
  await send(ward, here, "SIGTERM");
  ward.kill("SIGUSR2");
  assert.equal(await ward.ended, 130);
  assert.deepEqual(got(here), ["SIGINT", "SIGTERM", "SIGTERM", "SIGUSR2"]);
  assert.deepEqual(here.end().outcome, { ...cancelled, exit: { code: 7 } });
});

test("signals that ask nothing of ward reach the child and are no cancel", async (t) => {
  const { here, ward } = await logging(t, "ignore");
  await send(ward, here, "SIGUSR1");
  await send(ward, here, "SIGWINCH");
  ward.kill("SIGUSR2");
  assert.equal(await ward.ended, 7);
  assert.deepEqual(got(here), ["SIGUSR1", "SIGWINCH -", "SIGUSR2"]);
  assert.deepEqual(here.end().outcome, {
    ...{ state: "failed", kind: "application_failure", exit: { code: 7 }, ...launched },
  });
});

test("a cancelled child that dies of the signal", async (t) => {
  const here = place(t, (at) => ({ argv: ["sh", "-c", `echo $$ > ${at("pid")}; exec sleep 600`] }));
  const ward = start(t, here);
  await until(() => here.text("pid") !== "", "the child is up");
  ward.kill("SIGTERM");
  assert.equal(await ward.ended, 143);
  assert.deepEqual(here.end().outcome, { ...cancelled, exit: { code: -1, signal: "SIGTERM" } });
});

for (const signal of ["SIGALRM", "SIGVTALRM", "SIGPROF", "SIGABRT", "SIGXCPU", "SIGIO"] as const) {
  test(`${signal}, which would end ward, ends the child`, async (t) => {
    const here = place(t, (at) => ({
      argv: ["sh", "-c", `echo $$ > ${at("pid")}; exec sleep 600`],
    }));
    const ward = start(t, here);
    await until(() => here.text("pid").endsWith("\n"), "the child is up");
    ward.kill(signal);
    assert.equal(await ward.ended, 128 + constants.signals[signal]);
    assert.deepEqual(here.end().outcome, {
      ...{ state: "failed", kind: "application_failure", exit: { code: -1, signal }, ...launched },
    });
    assert.equal(isThere(Number(here.text("pid"))), false);
  });
}

test("a child that another process stops does not stop ward", async (t) => {
  const { here, ward } = await logging(t, "ignore");
  process.kill(childOf(here), "SIGSTOP");
  await until(() => stateOf(childOf(here)) === "T", "the child stops");
  await pause(300);
  assert.notEqual(stateOf(ward.pid), "T");
  process.kill(childOf(here), "SIGCONT");
  ward.kill("SIGUSR2");
  assert.equal(await ward.ended, 7);
});

for (const early of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) {
  test(`${early} before the spawn: nothing runs`, async (t) => {
    const here = place(t, (at) => ({ argv: ["touch", at("marker")], early }));
    const code = 128 + constants.signals[early];
    assert.equal(await start(t, here).ended, code);
    assert.equal(existsSync(here.at("marker")), false);
    const outcome = { state: "cancelled", kind: "cancelled", enforcement: {}, launched: false };
    assert.deepEqual(here.end(), { outcome, exitCode: code, fault: null });
    assert.deepEqual(
      here.rows().map((row) => row.launched),
      [undefined, false],
    );
  });
}

test("SIGUSR1 before the spawn is the child's, and opens no debugger", async (t) => {
  const here = place(t, () => ({ argv: ["sleep", "600"], early: "SIGUSR1" }));
  assert.equal(await start(t, here).ended, 128 + constants.signals.SIGUSR1);
});

test("kill -9 of ward leaves the decided row", async (t) => {
  const { here, ward } = await logging(t, "ignore");
  ward.kill("SIGKILL");
  assert.equal(await ward.ended, "SIGKILL");
  assert.deepEqual(
    here.rows().map((row) => row.phase),
    ["decided"],
  );
});

test("ward that has to leave by itself takes the child along", async (t) => {
  const here = place(t, (at) => ({
    argv: ["sh", "-c", `echo $$ > ${at("pid")}; exec sleep 600`],
    leaveAfter: 300,
  }));
  assert.equal(await start(t, here).ended, 70);
  assert.equal(isThere(Number(here.text("pid"))), false);
});

test("ward that has to leave by itself kills a child that does not want to go", async (t) => {
  const here = place(t, (at) => ({
    argv: [process.execPath, SIGNAL_LOG, at("log")],
    leaveAfter: 1000,
  }));
  assert.equal(await start(t, here).ended, 70);
  assert.deepEqual(got(here), ["SIGTERM"]);
  await until(() => !isThere(childOf(here)), "the child is gone");
});
