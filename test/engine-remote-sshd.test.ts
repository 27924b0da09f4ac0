// Encoded words → the argv of a program behind a real ssh and a real sshd, whatever the login shell.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { readSsh } from "../src/engine/ssh.ts";
import { encodeInvocation } from "../src/engine/transport.ts";
import { isMissing } from "./fixtures/far-shells.ts";
import { hardWord } from "./fixtures/hard-words.ts";
import { cannotServe, type Sshd, startSshd } from "./fixtures/sshd.ts";

const LOGIN_SHELLS: Readonly<Record<string, string>> = {
  sh: "/bin/sh",
  bash: "/bin/bash",
  zsh: "/usr/bin/zsh",
  fish: "/usr/bin/fish",
  ksh: "/usr/bin/ksh",
  mksh: "/usr/bin/mksh",
};
const skip = cannotServe();

let sshd: Sshd;
before(async () => {
  if (skip !== false) return;
  const shells = { ...LOGIN_SHELLS, tcsh: "/usr/bin/tcsh", forced: "/bin/sh" };
  const forced = { forced: '/usr/bin/printf %s "$SSH_ORIGINAL_COMMAND"' };
  sshd = await startSshd({ shells, forced });
});
after(() => sshd?.stop());

function assertArrives(name: string, words: readonly string[]): void {
  const call = { bin: "ssh", prefix: sshd.sshArgs(name), words: ["/usr/bin/printf", "%s\\0"] };
  const invocation = encodeInvocation({ ...call, caller: [...words, "end"] });
  assert.ok(invocation.ok, JSON.stringify(invocation));
  const read = spawnSync("ssh", invocation.argv, { maxBuffer: 1 << 26 });
  assert.equal(read.stderr.toString(), "");
  assert.deepEqual(read.stdout.toString().split("\0"), [...words, "end", ""]);
  assert.ok(read.stdout.equals(Buffer.from([...words, "end", ""].join("\0"))));
}

for (const name of Object.keys(LOGIN_SHELLS)) {
  test(`any words arrive through ssh where the login shell is ${name}`, {
    skip: skip || isMissing(name),
  }, () => {
    const lists = fc.array(hardWord, { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(lists, (words) => assertArrives(name, words)),
      { numRuns: 8 },
    );
  });

  test(`a command of 131,071 bytes arrives where the login shell is ${name}`, {
    skip: skip || isMissing(name),
  }, () => {
    const used = "/usr/bin/printf '%s'\\\\0  end".length;
    assertArrives(name, ["x".repeat(131_071 - used)]);
  });
}

test("where the login shell is tcsh, words arrive, and with a newline nothing runs", {
  skip: skip || isMissing("tcsh"),
}, () => {
  assertArrives("tcsh", ["a b", "it's", '"', "!!", "$x", "*", "~", "é", "", "a\\b", "\t"]);
  const call = { bin: "ssh", prefix: sshd.sshArgs("tcsh"), words: ["/usr/bin/printf", "%s\\0"] };
  const invocation = encodeInvocation({ ...call, caller: ["a\n/bin/echo ran\nb"] });
  assert.ok(invocation.ok);
  const read = spawnSync("ssh", invocation.argv, { encoding: "utf8" });
  assert.equal(read.stdout, "");
  assert.notEqual(read.status, 0);
});

test("ssh sends the words from where readSsh says the remote words start", { skip }, () => {
  const host = sshd.destination("forced");
  const option = fc.constantFrom("-4", "-qT", "-oLogLevel=QUIET", "-x");
  const front = fc.array(fc.oneof(option, fc.constantFrom("-a", "-k")), { maxLength: 3 });
  const back = fc.array(fc.oneof(option, fc.constantFrom("--", "-", "w", "x y", "", "-q-")), {
    maxLength: 5,
  });
  const separator = fc.constantFrom([], ["--"], ["-i", "--"]);
  fc.assert(
    fc.property(front, separator, back, (before, between, behind) => {
      const argv = [...sshd.options, ...before, ...between, host, ...behind];
      const reading = readSsh(argv);
      const sent = spawnSync("ssh", argv, { encoding: "utf8", input: "" });
      assert.equal(sent.stdout, argv.slice(reading.remoteStart).join(" "));
    }),
    { numRuns: 60 },
  );
});
