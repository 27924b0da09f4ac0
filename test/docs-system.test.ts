// What the pages say of /etc/ward, done by root in a file system of its own: one user's trail in a directory of root's, and an agent served without a record.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { skipUnless } from "./fixtures/needed.ts";

const isRoot = spawnSync("unshare", ["-m", "useradd", "--help"]).status === 0;
const skip = skipUnless(isRoot && process.getuid?.() === 0, "only root can make users and mounts");

/** The page's shell lines: make the directory, make the file, move it away, and, where it can be, hold it. */
function printedLines(): string[] {
  const page = readFileSync("docs/audit.md", "utf8");
  const [, block = ""] = /^```sh\n(install .*?)^```$/ms.exec(page) ?? [];
  return block.trim().split("\n");
}

/** /etc and /var/log are copies in there, so that user, policy and trail are gone with the test. */
const OWN_SYSTEM = `
set -e
mkdir etc log kim
cp -a /etc/. etc/ 2>/dev/null || :
mount --bind etc /etc
mount --bind log /var/log
mkdir -m 0755 /etc/ward
printf '%s\\n' 'audit-directory "/var/log/ward"' 'directories fixed' > /etc/ward/config.kdl
printf '%s\\n' 'wrap ward say { exec echo; can run hello }' > /etc/ward/say.kdl
useradd --no-create-home --home-dir "$PWD/kim" --non-unique --uid 1000 kim
chown kim kim
as_kim() { setpriv --reuid=1000 --regid=1000 --clear-groups env "$@"; }
`;

function inOwnSystem(root: string, script: string): { exit: number | null; said: string } {
  const argv = ["-m", "sh", "-c", `${OWN_SYSTEM}${script}`, process.execPath];
  const { status, stdout, stderr } = spawnSync("unshare", argv, {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, WARD: `${process.execPath} ${resolve("dist/ward.js")}` },
  });
  return { exit: status, said: stdout + stderr };
}

test("a user's trail in /var/log/ward is made and rotated by the lines that the page prints", {
  skip,
}, (t) => {
  const root = mkdtempSync(join(tmpdir(), "ward-system-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [directory, file, move, hold] = printedLines();
  assert.match(hold ?? "", /^chattr \+a \/var\/log\/ward\/1000\.jsonl/);
  const { exit, said } = inOwnSystem(
    root,
    `chmod 0755 .
${directory}
${file}
as_kim CLAUDECODE=1 $WARD say hello one
${move}
${file}
as_kim $WARD say hello two
cat /var/log/ward/1000.jsonl-20261130 /var/log/ward/1000.jsonl > rows`,
  );
  assert.deepEqual({ exit, said }, { exit: 0, said: "hello one\nhello two\n" });
  const rows = readFileSync(join(root, "rows"), "utf8").trim().split("\n");
  const told = rows.map((row) => {
    const { phase, verb, surface, trust } = JSON.parse(row);
    return [phase, verb, surface, trust].join(" ");
  });
  assert.deepEqual(told, [
    "decided ward.say.hello agent installed",
    "finished ward.say.hello  ",
    "decided ward.say.hello command-line installed",
    "finished ward.say.hello  ",
  ]);
  assert.equal(existsSync(join(root, "kim/.config")), false, "nothing was recorded for the agent");
});
