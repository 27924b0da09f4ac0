// A `shell` guard's question to the host: no shell, no input, a limit that holds for all that it starts.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { askShell } from "../src/host/ask-shell.ts";
import { findPins } from "../src/host/pins.ts";
import type { RunFacts } from "../src/host/prepare.ts";
import { readProcess } from "../src/host/process-state.ts";
import { ownDirectory } from "./host-place.ts";
import { until } from "./host-run-place.ts";

const env = { PATH: "/usr/bin:/bin", ONLY: "this" };
const facts: RunFacts = {
  searchPath: ["/usr/bin", "/bin"],
  environment: { env, set: [], dropped: [] },
};
const ask = (...argv: string[]) => askShell(argv, facts);
const problem = (text: string) => ({ ok: false, problem: text });
const isGone = (pid: number) => [undefined, "Z"].includes(readProcess(pid)?.state);

test("the trimmed output is the answer", async () => {
  assert.deepEqual(await ask("printf", "\\n  a b \\n\\n"), { ok: true, value: "a b" });
  assert.deepEqual(await ask("true"), { ok: true, value: "" });
});

test("no shell reads the words", async () => {
  assert.deepEqual(await ask("printf", "%s", "$HOME; `x` *"), { ok: true, value: "$HOME; `x` *" });
});

test("its environment is the leaf's and no more, whatever node would add", async (t) => {
  process.env.NODE_V8_COVERAGE = join(ownDirectory(t), "coverage");
  t.after(() => delete process.env.NODE_V8_COVERAGE);
  assert.deepEqual(await ask("env"), { ok: true, value: "PATH=/usr/bin:/bin\nONLY=this" });
});

test("it has no input, no terminal, and a session of its own", async () => {
  const script = `cat; (: < /dev/tty) 2> /dev/null || echo none
    read -r _ _ _ _ _ session _ < /proc/$$/stat; echo "$session $$"`;
  const answer = await ask("sh", "-c", script);
  const [none, sessionAndPid] = answer.ok ? answer.value.split("\n") : [answer.problem];
  assert.equal(none, "none");
  assert.match(sessionAndPid ?? "", /^(\d+) \1$/);
});

test("T99: a guard's program that changed after the approval is not started, and a native one is by its handle", async (t) => {
  const project = ownDirectory(t);
  const tool = join(project, "tool");
  const argv = [tool, "asked"];
  const site = {
    where: "ward.app",
    kind: "shell",
    bin: tool,
    argv,
    env: [],
    policy: null,
  } as const;
  const pin = () =>
    findPins([{ ...site, detail: "" }], {
      cwd: project,
      project,
      searchPath: ["/usr/bin", "/bin"],
    });
  copyFileSync(realpathSync("/bin/echo"), tool);
  const guardPins = pin();
  const other = guardPins.map((one) => ({ ...one, where: 'ward.app asks ["other"]' }));
  const answer = () => askShell(argv, { ...facts, guardPins: [...guardPins, ...other] });
  assert.deepEqual(await answer(), { ok: true, value: "asked" });
  copyFileSync(realpathSync("/bin/true"), tool);
  const why = `${realpathSync(tool)} changed after it was approved, so nothing was run`;
  assert.deepEqual(await answer(), { ok: false, problem: why });
  assert.deepEqual(await askShell(argv, facts), { ok: true, value: "" });
});

test("every failure is a reason and no value", async () => {
  assert.deepEqual(await ask("sh", "-c", "echo x; exit 3"), problem("sh exited with 3"));
  assert.deepEqual(await ask("sh", "-c", "kill -SEGV $$"), problem("sh died by SIGSEGV"));
  assert.deepEqual(
    await ask("printf", "\\377"),
    problem("printf printed bytes that are not UTF-8"),
  );
  assert.deepEqual(
    await ask("head", "-c", "70000", "/dev/zero"),
    problem("head printed more than 64 KiB"),
  );
  assert.deepEqual(
    await ask("no-such-binary"),
    problem("no-such-binary was not found: ward looked in /usr/bin, /bin"),
  );
  const withNul = await ask("printf", "a\0b");
  assert.equal(withNul.ok, false);
  assert.equal((await askShell([], facts)).ok, false);
});

test("a binary that can't start is a reason too", async (t) => {
  const directory = ownDirectory(t);
  writeFileSync(join(directory, "orphan"), "#!/no/such/interpreter\n", { mode: 0o755 });
  const answer = await askShell(["orphan"], { ...facts, searchPath: [directory] });
  assert.match(answer.ok ? "" : answer.problem, /^orphan could not be started: .*ENOENT/);
});

test("at the limit all that it started is killed, whatever it ignores", async (t) => {
  const file = join(ownDirectory(t), "pids");
  const script = `trap "" TERM INT HUP; sleep 600 & echo $! $$ > ${file}; echo early; sleep 600`;
  assert.deepEqual(await ask("sh", "-c", script), problem("sh gave no answer in 2 s"));
  const pids = readFileSync(file, "utf8").trim().split(" ").map(Number);
  await until(() => pids.every(isGone), "all are gone");
});

test("an answer does not wait for what was left behind, and nothing is", async (t) => {
  const file = join(ownDirectory(t), "pid");
  const script = `sleep 600 & echo $! > ${file}; echo answer`;
  assert.deepEqual(await ask("sh", "-c", script), { ok: true, value: "answer" });
  await until(() => isGone(Number(readFileSync(file, "utf8"))), "the rest is gone");
});

test("a signal that ends ward takes the guard along", async (t) => {
  const file = join(ownDirectory(t), "pid");
  const driver = fileURLToPath(new URL("fixtures/ask-driver.js", import.meta.url));
  const ward = spawn(process.execPath, [driver, "sh", "-c", `echo $$ > ${file}; exec sleep 600`]);
  const ended = new Promise((resolve) => ward.once("exit", (_, signal) => resolve(signal)));
  await until(() => existsSync(file) && readFileSync(file, "utf8") !== "", "the guard is up");
  ward.kill("SIGTERM");
  assert.equal(await ended, "SIGTERM");
  await until(() => isGone(Number(readFileSync(file, "utf8"))), "the guard is gone");
});
