// The built program ward over a real sshd: what was typed is the argv of the far program, or nothing is sent.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import fc from "fast-check";
import { isMissing } from "./fixtures/far-shells.ts";
import { hardWord } from "./fixtures/hard-words.ts";
import { cannotServe, type Sshd, startSshd } from "./fixtures/sshd.ts";
import { Place, pick } from "./program-place.ts";

const POLICY = readFileSync("test/cases/program/forgejo-admin.kdl", "utf8");
const LOGIN_SHELLS = ["sh", "fish"];
/** Prints its argv, each word with a NUL behind it, and ends with 3 where its second word says so. */
const K3S = `#!/bin/sh
printf '%s\\0' "$@"
case "$2" in three) exit 3;; esac
`;
const skip = cannotServe() || isMissing("fish");

let sshd: Sshd;
before(async () => {
  if (skip !== false) return;
  sshd = await startSshd({
    shells: { sh: "/bin/sh", fish: "/usr/bin/fish" },
    programs: { k3s: K3S },
  });
});
after(() => sshd?.stop());

/** A place whose ssh is the real one with the fixture's options, so that the policy is a person's own. */
function placeFor(t: TestContext, name: string): Place {
  const place = new Place(t);
  const options = sshd.options.map((option) => `'${option}'`).join(" ");
  const trace = join(place.root, "ran");
  place.program("ssh", `#!/bin/sh\necho ssh >>'${trace}'\nexec /usr/bin/ssh ${options} "$@"\n`);
  place.guardfile("forgejo", POLICY.replaceAll("HOST", `"${sshd.destination(name)}"`));
  return place;
}

for (const name of LOGIN_SHELLS) {
  test(`the sample runs kubectl on the far host word for word, login shell ${name}`, {
    skip,
  }, (t) => {
    const place = placeFor(t, name);
    const words = [
      "--run",
      "a b",
      "",
      "it's",
      '"',
      "*",
      "~",
      "#",
      "!!",
      "=ls",
      "%self",
      "^",
      "[a]?",
    ];
    const ended = place.ward("ops", "forgejo", "admin", "doctor", "check", ...words);
    const fixed = ["kubectl", "-n", "forgejo", "exec", "deploy/forgejo", "--", "forgejo"];
    assert.deepEqual(ended, {
      exit: 0,
      stdout: [...fixed, "doctor", "check", ...words, ""].join("\0"),
      stderr: "",
    });
    const listed = place.ward("ops", "forgejo", "admin", "admin", "user", "list");
    assert.equal(listed.stdout, [...fixed, "admin", "user", "list", ""].join("\0"));
  });

  test(`any words cross ward, ssh and the far shell, login shell ${name}`, { skip }, (t) => {
    const place = placeFor(t, name);
    const lists = fc.array(hardWord, { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(lists, (words) => {
        const ended = place.ward("far", "x", ...words);
        assert.deepEqual(ended, { exit: 0, stdout: ["x", ...words, ""].join("\0"), stderr: "" });
      }),
      { numRuns: 5 },
    );
  });

  test(`bytes, and the far program's exit code, pass as they are, login shell ${name}`, {
    skip,
  }, (t) => {
    const place = placeFor(t, name);
    const bytes = randomBytes(100_000);
    const copied = place.spawn("ward", ["copy", "cat"], { input: bytes });
    assert.ok(copied.stdout.equals(bytes));
    assert.equal(place.ward("far", "x", "three").exit, 3);
  });
}

test("under passthrough the caller names the host and ssh's own options are refused", {
  skip,
}, (t) => {
  const place = placeFor(t, "sh");
  const host = sshd.destination("sh");
  const ended = place.ward("box", host, "k3s", "a b", "-oProxyCommand=x");
  assert.deepEqual(ended, { exit: 0, stdout: "a b\0-oProxyCommand=x\0", stderr: "" });
  assert.deepEqual(place.ran(), ["ssh"]);
});

const REFUSED: readonly (readonly [words: readonly string[], reason: string])[] = [
  [["box", "HOST", "-oProxyCommand=x", "k3s"], "flag-not-allowed"],
  [["box", "-oProxyCommand=x", "HOST"], "flag-not-allowed"],
  [["box", "-vp", "22", "HOST"], "flag-not-allowed"],
  [["box", "HOST", "--", "-x"], "flag-not-allowed"],
  [["box", "HOST", "-"], "flag-not-allowed"],
  [["box", "--", "-oProxyCommand=x"], "flag-not-allowed"],
  [["box", "HOST", "k3s", "a;id"], "metachar"],
  [["box", "HOST", "time", "k3s"], "metachar"],
  [["box", "HOST", "", "k3s"], "metachar"],
  [["ops", "forgejo", "admin", "doctor", "check", "--fix"], "flag-not-allowed"],
  [["ops", "forgejo", "admin", "doctor", "check", "-oProxyCommand=x"], "flag-not-allowed"],
  [["ops", "forgejo", "admin", "doctor", "check", "$(id)"], "metachar"],
  [["far", "x", "é".repeat(33_000), "é".repeat(33_000)], "limit"],
];

for (const [words, reason] of REFUSED) {
  const shown = words.join(" ").slice(0, 60);
  test(`ward ${shown} is refused as ${reason} before anything starts`, { skip }, (t) => {
    const place = placeFor(t, "sh");
    const ended = place.ward(...words.map((word) => word.replace("HOST", sshd.destination("sh"))));
    assert.equal(ended.exit, 77);
    assert.equal(ended.stdout, "");
    assert.deepEqual(place.ran(), []);
    const rows = place.rows().map((row) => pick(row, "phase", "decision", "reason"));
    assert.deepEqual(rows, [{ phase: "decided", decision: "deny", reason }]);
  });
}
