// The built program between a shell and a tool: process substitution, pipes and large output pass as if it were not there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { Place } from "./program-place.ts";

const POLICY = `wrap ward read { exec cat; can run "*" }
wrap ward count { exec seq; can run "*" }`;

/** Runs a script in which "$@" is ward. */
function script(t: TestContext, shell: string, text: string) {
  const place = new Place(t);
  place.guardfile("tools", POLICY);
  const words = ["-c", text, shell, process.execPath, resolve("dist/ward.js")];
  // bash reads its start-up file where its input is a socket.
  const { stdout, stderr } = spawnSync(shell, words, {
    ...{ cwd: place.work, env: place.environment(), encoding: "utf8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { stdout, stderr };
}

for (const shell of ["bash", "zsh", "ksh"]) {
  test(`process substitution of ${shell}`, (t) => {
    assert.deepEqual(script(t, shell, '"$@" read <(echo one) <(echo two)'), {
      stdout: "one\ntwo\n",
      stderr: "",
    });
  });
}

test("a low descriptor that the shell opened", (t) => {
  const text = 'exec 3<<< given; "$@" read /dev/fd/3';
  assert.deepEqual(script(t, "bash", text), { stdout: "given\n", stderr: "" });
});

test("output that a slow reader keeps waiting arrives whole", (t) => {
  const text = '"$@" count 200000 2>&1 | (sleep 0.3; cksum); seq 200000 | cksum';
  const { stdout, stderr } = script(t, "bash", text);
  const [through, direct] = stdout.split("\n");
  assert.equal(through, direct);
  assert.equal(stderr, "");
});

test("a pipe of wards", (t) => {
  const text = '"$@" count 5 | "$@" read | "$@" read - | tail -1';
  assert.deepEqual(script(t, "bash", text), { stdout: "5\n", stderr: "" });
});
