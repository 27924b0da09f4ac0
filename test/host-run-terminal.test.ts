// With a terminal that ward shares with its child: one Ctrl-C is one SIGINT, Ctrl-Z stops both, and nothing is a cancel.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import type { Spec } from "./fixtures/run-driver.ts";
import {
  childOf,
  DRIVER,
  got,
  isThere,
  pause,
  place,
  SIGNAL_LOG,
  stateOf,
  until,
} from "./host-run-place.ts";
import { terminal } from "./host-terminal.ts";

const launched = { enforcement: { level: "none" }, launched: true };
type MakeSpec = (at: (name: string) => string) => Spec;

/** A shell on a terminal, and the script that starts ward there and writes its pid and exit code. */
function desk(t: TestContext, makeSpec: MakeSpec, leader?: string[]) {
  const here = place(t, makeSpec);
  const ward = `"${process.execPath}" "${DRIVER}" "${here.directory}"`;
  writeFileSync(here.at("ward.sh"), `echo $$ > "${here.at("ward")}"\nexec ${ward}\n`);
  const shell = terminal(t, here.directory, leader);
  const start = (how = "; echo $? > code") => shell.line(`bash ward.sh${how}`);
  return { here, shell, start, ward: () => Number(here.text("ward")) };
}

/** The child that logs its signals, up on that terminal. */
async function logging(t: TestContext, mode: "ignore" | "exit", how?: string | string[]) {
  const leader = Array.isArray(how) ? how : undefined;
  const argv = [process.execPath, SIGNAL_LOG];
  const it = desk(t, (at) => ({ argv: [...argv, at("log"), mode] }), leader);
  if (!Array.isArray(how)) it.start(how);
  await until(() => it.here.text("log").includes("ready"), "the child is ready");
  const child = childOf(it.here);
  t.after(() => isThere(child) && process.kill(child, "SIGKILL"));
  return { ...it, child };
}

type Place = ReturnType<typeof place>;
const shellSaw = async (here: Place) => {
  await until(() => here.text("code") !== "", "the shell sees the end");
  return here.text("code");
};

for (const [key, signal, code] of [
  ["C-c", "SIGINT", "0"],
  ["C-\\", "SIGQUIT", "0"],
] as const) {
  test(`${key} is one ${signal}, and the child's own end is the end`, async (t) => {
    const { here, shell } = await logging(t, "exit");
    shell.key(key);
    assert.equal(await shellSaw(here), `${code}\n`);
    assert.deepEqual(got(here), [signal]);
    assert.deepEqual(here.end(), {
      outcome: { state: "completed", kind: "success", exit: { code: 0 }, ...launched },
      exitCode: 0,
      fault: null,
    });
  });
}

test("a child that lives on after Ctrl-C gets the next one too, each once", async (t) => {
  const { here, shell, ward } = await logging(t, "ignore");
  // The kernel merges two signals that wait at the same time, so that one press alone may hide a second signal.
  for (let presses = 1; presses <= 8; presses += 1) {
    shell.key("C-c");
    await until(() => got(here).length >= presses, "Ctrl-C reaches the child");
    await pause(100);
  }
  process.kill(ward(), "SIGUSR2");
  assert.equal(await shellSaw(here), "7\n");
  assert.deepEqual(got(here), [...Array(8).fill("SIGINT"), "SIGUSR2"]);
});

test("a child that dies of Ctrl-C", async (t) => {
  const { here, shell, start } = desk(t, (at) => ({
    argv: ["sh", "-c", `echo $$ > ${at("pid")}; exec sleep 600`],
  }));
  start();
  await until(() => here.text("pid") !== "", "the child is up");
  shell.key("C-c");
  assert.equal(await shellSaw(here), "130\n");
  assert.deepEqual(here.end().outcome, {
    ...{ state: "failed", kind: "application_failure", ...launched },
    exit: { code: -1, signal: "SIGINT" },
  });
});

test("SIGTERM and SIGHUP for ward alone reach the child once and are no cancel", async (t) => {
  const { here, ward } = await logging(t, "ignore");
  for (const [at, signal] of (["SIGTERM", "SIGHUP", "SIGUSR1"] as const).entries()) {
    process.kill(ward(), signal);
    await until(() => got(here).length > at, `${signal} reaches the child`);
    await pause(200);
  }
  process.kill(ward(), "SIGUSR2");
  assert.equal(await shellSaw(here), "7\n");
  assert.deepEqual(got(here), ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"]);
  assert.deepEqual(here.end().outcome, {
    ...{ state: "failed", kind: "application_failure", exit: { code: 7 }, ...launched },
  });
});

test("Ctrl-Z stops both, fg continues both, and again", async (t) => {
  const { here, shell, ward, child } = await logging(t, "ignore");
  for (const count of [1, 2]) {
    shell.key("C-z");
    await until(() => stateOf(child) === "T" && stateOf(ward()) === "T", "both stop");
    shell.line("fg");
    await until(() => stateOf(child) !== "T" && stateOf(ward()) !== "T", "both continue");
    await until(() => got(here).length === count, "the child knows");
    await pause(200);
  }
  shell.key("C-c");
  await until(() => got(here).includes("SIGINT"), "Ctrl-C reaches the child");
  process.kill(ward(), "SIGUSR2");
  await until(() => !isThere(ward()), "ward ends");
  assert.deepEqual(got(here), ["SIGCONT", "SIGCONT", "SIGINT", "SIGUSR2"]);
});

test("Ctrl-Z and bg: the job goes on behind the shell, and kill %1 cancels it", async (t) => {
  const { here, shell, ward, child } = await logging(t, "exit");
  shell.key("C-z");
  await until(() => stateOf(child) === "T" && stateOf(ward()) === "T", "both stop");
  shell.line("bg");
  await until(() => got(here).includes("SIGCONT"), "the child goes on");
  await until(() => stateOf(ward()) !== "T", "ward goes on");
  process.kill(ward(), "SIGTERM");
  await until(() => !isThere(ward()), "ward ends");
  assert.deepEqual(got(here), ["SIGCONT", "SIGTERM"]);
  assert.deepEqual(here.end(), {
    outcome: { state: "cancelled", kind: "cancelled", exit: { code: 0 }, ...launched },
    exitCode: 143,
    fault: null,
  });
});

test("a child that stops itself alone stops ward, so that the shell has its prompt", async (t) => {
  const { here, shell, ward, child } = await logging(t, "ignore");
  process.kill(child, "SIGSTOP");
  await until(() => stateOf(ward()) === "T", "ward stops");
  shell.line("fg");
  await until(() => stateOf(child) !== "T" && got(here).length === 1, "the child continues");
  process.kill(ward(), "SIGUSR2");
  await until(() => !isThere(ward()), "ward ends");
  assert.deepEqual(got(here), ["SIGCONT", "SIGUSR2"]);
});

test("a child that takes Ctrl-Z for itself does not stop ward", async (t) => {
  const { here, shell, start, ward } = desk(t, (at) => ({
    argv: [
      "bash",
      "-c",
      `trap 'echo Z >> ${at("z")}' TSTP; echo $$ > ${at("pid")}
      until [ -e ${at("end")} ]; do read -rt 0.1; done; exit 0`,
    ],
  }));
  start();
  await until(() => here.text("pid") !== "", "the child is up");
  shell.key("C-z");
  await until(() => here.text("z") === "Z\n", "the child has it");
  await pause(300);
  assert.notEqual(stateOf(ward()), "T");
  writeFileSync(here.at("end"), "");
  assert.equal(await shellSaw(here), "0\n");
});

test("a job behind the shell: SIGTSTP for ward stops both, SIGCONT for ward continues both", async (t) => {
  const { here, ward, child } = await logging(t, "ignore", " &");
  process.kill(ward(), "SIGTSTP");
  await until(() => stateOf(child) === "T" && stateOf(ward()) === "T", "both stop");
  process.kill(ward(), "SIGCONT");
  await until(() => stateOf(child) !== "T" && stateOf(ward()) !== "T", "both continue");
  process.kill(ward(), "SIGTSTP");
  await until(() => stateOf(child) === "T" && stateOf(ward()) === "T", "both stop again");
  process.kill(-ward(), "SIGCONT");
  await until(() => got(here).length === 2, "both continue again");
  await pause(200);
  process.kill(ward(), "SIGUSR2");
  await until(() => !isThere(ward()), "ward ends");
  assert.deepEqual(got(here), ["SIGCONT", "SIGCONT", "SIGUSR2"]);
});

test("a window that changes its size is one SIGWINCH, and the child reads the new size", async (t) => {
  const { here, shell, ward } = await logging(t, "ignore");
  shell.resize(93, 31);
  await until(() => got(here).length > 0, "the child sees it");
  await pause(300);
  process.kill(ward(), "SIGUSR2");
  assert.equal(await shellSaw(here), "7\n");
  assert.deepEqual(got(here), ["SIGWINCH 93", "SIGUSR2"]);
});

test("a terminal that goes away leaves nothing behind", async (t) => {
  const { here, shell, ward, child } = await logging(t, "exit");
  shell.hangUp();
  await until(() => !isThere(ward()) && !isThere(child), "both end");
  assert.equal(got(here)[0], "SIGHUP");
  assert.deepEqual(
    here.rows().map((row) => row.launched),
    [undefined, true],
  );
});

for (const [who, leader] of [
  ["ward, which alone is told,", ["bash", "ward.sh"]],
  ["a shell, at whose end all are told,", ["sh", "-c", "bash ward.sh; true"]],
] as const) {
  test(`where ${who} leads the session, a hang-up is one SIGHUP`, async (t) => {
    const { here, shell, ward, child } = await logging(t, "ignore", [...leader]);
    shell.hangUp();
    await until(() => got(here).includes("SIGHUP"), "the child is told");
    await pause(300);
    process.kill(ward(), "SIGUSR2");
    await until(() => !isThere(ward()) && !isThere(child), "both end");
    assert.deepEqual(
      got(here).filter((signal) => signal !== "SIGCONT"),
      ["SIGHUP", "SIGUSR2"],
    );
    assert.deepEqual(
      here.rows().map((row) => row.phase),
      ["decided", "finished"],
    );
  });
}

test("settings of the terminal that the child made stay", async (t) => {
  const { here, shell } = desk(t, () => ({ argv: ["stty", "-ixon", "cols", "71"] }));
  writeFileSync(here.at("ask.sh"), 'bash ward.sh; echo $? > code; stty -a > "settings"');
  shell.line("bash ask.sh");
  assert.equal(await shellSaw(here), "0\n");
  await until(() => here.text("settings").includes("ixon"), "the settings are read");
  assert.match(here.text("settings"), /columns 71;(?:.|\n)* -ixon /);
});

test("ward that ends behind the shell leaves the terminal to whoever has it by then", async (t) => {
  const up = (at: (name: string) => string) => `echo > ${at("up")}; sleep 1`;
  const { here, shell } = desk(t, (at) => ({ argv: ["sh", "-c", up(at)] }));
  const behind = "set -m; bash ward.sh & until [ -e up ]; do sleep 0.1; done; stty -ixon";
  writeFileSync(here.at("ask.sh"), `${behind}; wait; stty -a > settings; echo > code`);
  shell.line("bash ask.sh");
  await shellSaw(here);
  assert.match(here.text("settings"), / -ixon /);
});

test("the child draws, asks and reads as on its own terminal", async (t) => {
  const script = 'test -t 0 && test -t 1 && test -t 2 && read -rp "name? " n && echo "hello $n"';
  const { here, shell, start } = desk(t, () => ({ argv: ["bash", "-c", script] }));
  start();
  await until(() => shell.screen().includes("name?"), "the question is there");
  shell.line("kai");
  assert.equal(await shellSaw(here), "0\n");
  assert.match(shell.screen(), /^name\? kai\nhello kai$/m);
});

test("a pager takes the screen, the keys and Ctrl-C, and gives the screen back", async (t) => {
  const { here, shell, start } = desk(t, (at) => ({ argv: ["less", at("text")] }));
  writeFileSync(here.at("text"), Array.from({ length: 500 }, (_, n) => `line ${n}`).join("\n"));
  start();
  await until(() => shell.screen().includes("line 0"), "the first page is there");
  shell.key("Space");
  await until(() => shell.screen().includes("line 40"), "the next page is there");
  shell.key("C-c");
  await pause(200);
  shell.key("q");
  assert.equal(await shellSaw(here), "0\n");
});
