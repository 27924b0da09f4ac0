// What the child is given: descriptors as they are, its argv to the byte, an environment that is all of it.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { place, runToEnd } from "./host-run-place.ts";

const SELF = fileURLToPath(new URL("fixtures/show-self.js", import.meta.url));

test("binary data passes from end to end", (t) => {
  const here = place(t, () => ({ argv: ["cat"] }));
  const input = randomBytes(1 << 20);
  const { stdout, status } = runToEnd(here, { input });
  assert.equal(status, 0);
  assert.equal(input.equals(stdout), true);
});

test("standard output and standard error stay two", (t) => {
  const here = place(t, () => ({ argv: ["sh", "-c", "echo out; echo err >&2"] }));
  const { stdout, stderr } = runToEnd(here);
  assert.deepEqual([stdout.toString(), stderr.toString()], ["out\n", "err\n"]);
});

test("a reader that goes away ends the child as it does without ward", (t) => {
  const here = place(t, () => ({ argv: ["yes"] }));
  runToEnd(here, { caller: ["bash", "-c", '"$@" | head -1 > first; exit 0', "bash"] });
  assert.equal(here.text("first"), "y\n");
  assert.equal(here.end().exitCode, 141);
});

test("argv arrives to the byte, and no shell has read it", (t) => {
  const hostile = [
    "",
    " ",
    "a b",
    "$(touch x)",
    "`x`",
    "*",
    "~",
    "'\"\\",
    "a\nb",
    "é\u{1f600}",
    "--",
  ];
  const argv = [process.execPath, SELF, ...hostile];
  const here = place(t, () => ({ argv }));
  assert.deepEqual(JSON.parse(runToEnd(here).stdout.toString()).words, argv);
  assert.equal(existsSync(here.at("x")), false);
});

test("argv[0] is the name in the Guardfile, the file is the one that was found", (t) => {
  const argv = ["busy", "-c", 'echo "$0"'];
  const here = place(t, (at) => ({ argv, searchPath: [at(".")] }));
  symlinkSync("/bin/sh", here.at("busy"));
  assert.equal(runToEnd(here).stdout.toString(), "busy\n");
  assert.deepEqual(here.rows()[0]?.exec, { bin: here.at("busy"), argv });
});

test("the environment is the allowlist and nothing else", (t) => {
  const here = place(t, () => ({
    argv: [process.execPath, SELF],
    keep: ["KEPT"],
    set: { SET: "by the policy" },
    searchPath: ["/opt/none", "/usr/bin"],
  }));
  const env = {
    ...{ NODE_OPTIONS: "--no-warnings", NODE_DEBUG: "none", NODE_V8_COVERAGE: here.at("coverage") },
    ...{ KEPT: "kept", OTHER: "other", TERM: "xterm", LC_TIME: "C", LD_PRELOAD: "" },
    ...{ HOME: "/elsewhere", PATH: "/usr/bin:/bin", FUNC: "() { :;}" },
  };
  const { stdout } = runToEnd(here, { env, caller: ["env", "-i", ...assignments(env)] });
  const { username, homedir, shell } = userInfo();
  assert.deepEqual(JSON.parse(stdout.toString()).env, {
    ...{ HOME: homedir, USER: username, LOGNAME: username, SHELL: shell },
    ...{ PATH: "/opt/none:/usr/bin", KEPT: "kept", TERM: "xterm", LC_TIME: "C" },
    SET: "by the policy",
  });
  assert.deepEqual(here.rows().map((row) => [row.env_set, row.env_dropped])[0], [
    ["SET"],
    ["FUNC", "LD_PRELOAD", "NODE_DEBUG", "NODE_OPTIONS", "NODE_V8_COVERAGE", "OTHER"],
  ]);
});

const assignments = (env: Record<string, string>) =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);

test("the child stands where ward stands", (t) => {
  const here = place(t, () => ({ argv: [process.execPath, SELF] }));
  const { cwd } = JSON.parse(runToEnd(here).stdout.toString());
  assert.equal(cwd, realpathSync(here.directory));
});

for (const fd of [3, 9, 11, 19, 63, 200]) {
  test(`a file on descriptor ${fd} reaches the child there`, (t) => {
    const here = place(t, () => ({ argv: ["cat", `/dev/fd/${fd}`] }));
    writeFileSync(here.at("given"), "given\n");
    const { stdout } = runToEnd(here, { caller: ["bash", "-c", `exec "$@" ${fd}<given`, "bash"] });
    assert.equal(stdout.toString(), "given\n");
  });
}

test("process substitution, for which zsh takes low descriptors, works", (t) => {
  const here = place(t, () => ({ argv: ["cat"] }));
  const call = '"$@" <(echo low) <(echo next)';
  const { stdout } = runToEnd(here, { caller: ["zsh", "-fc", call, "zsh"] });
  assert.equal(stdout.toString(), "low\nnext\n");
});

test("no descriptor of ward's own reaches the child", (t) => {
  const here = place(t, () => ({ argv: ["ls", "-l", "/proc/self/fd"] }));
  const listed = runToEnd(here).stdout.toString();
  assert.match(listed, / 0 -> /);
  assert.doesNotMatch(listed, /anon_inode|jsonl|eventfd/);
});
