// Where no row can be written nothing may run: every thing that can stand, or be missing, in the trail's place.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readRows } from "../src/host/audit-read.ts";
import { openFiles } from "../src/host/audit-stream.ts";
import { verifyTrail } from "../src/host/audit-verify.ts";
import type { Checkup } from "../src/model/checkup.ts";
import { skipUnless } from "./fixtures/needed.ts";
import { asUser, isRoot, NOBODY, ownDirectory } from "./host-place.ts";

const FIXTURE = join(process.cwd(), "build/test/fixtures/host-audit.js");

const notRoot = skipUnless(isRoot, "other users and file systems of its own need root");

/** Runs the fixture in a process of its own, which ends by itself: nothing may wait for ever. */
function fixture(verb: string, state: string, ...more: string[]): unknown {
  const args = [FIXTURE, verb, state, ...more];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 }));
}

function stateOf(t: TestContext): { state: string; audit: string; file: string } {
  const state = join(ownDirectory(t), "state");
  const audit = join(state, "audit");
  return { state, audit, file: join(audit, "current.jsonl") };
}

const refusal = (what: string, hint: string) => ({
  code: "audit-unwritable",
  message: `the audit trail ${what}`,
  hint,
  exit: 125,
});

test("what is no regular file takes no row", (t) => {
  const { state, audit, file } = stateOf(t);
  mkdirSync(audit, { recursive: true, mode: 0o700 });
  const look = `look at: ls -ld ${audit} ${file}`;
  const cases: readonly [string, () => void, unknown][] = [
    [
      "a FIFO that nobody reads",
      () => execFileSync("mkfifo", [file]),
      refusal(`${file} is a FIFO, not a regular file`, `move it away: ${file}`),
    ],
    [
      "a directory",
      () => mkdirSync(file),
      refusal(`${file} can't be opened: it is a directory`, look),
    ],
    [
      "a link, to a good file even",
      () => {
        writeFileSync(join(state, "elsewhere"), "", { mode: 0o600 });
        symlinkSync(join(state, "elsewhere"), file);
      },
      refusal(`${file} can't be opened: it is a symbolic link, or a circle of them`, look),
    ],
  ];
  for (const [name, make, expected] of cases) {
    make();
    assert.deepEqual(fixture("run", state), expected, name);
    assert.deepEqual(fixture("refuse", state), expected, name);
    execFileSync("rm", ["-r", file]);
  }
  assert.equal(readFileSync(join(state, "elsewhere"), "utf8"), "");
  assert.equal(fixture("run", state), null);
});

test("a file in the place of the directory", (t) => {
  const { state, audit, file } = stateOf(t);
  writeFileSync(state, "");
  const look = `look at: ls -ld ${audit} ${file}`;
  const what = `${file} can't be opened: a part of the path is not a directory`;
  assert.deepEqual(fixture("run", state), refusal(what, look));
});

test("what others may write is no trail; what others may read is closed again", (t) => {
  const { state, audit, file } = stateOf(t);
  assert.equal(fixture("run", state), null);
  chmodSync(file, 0o622);
  const what = `${file} can't be used: ${file} can be written by everybody (mode 0622)`;
  assert.deepEqual(fixture("run", state), refusal(what, `run: chmod go-w ${file}`));
  chmodSync(file, 0o644);
  assert.equal(fixture("run", state), null);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(audit, 0o777);
  const open = `${file} can't be used: ${audit} can be written by everybody (mode 0777)`;
  assert.deepEqual(fixture("run", state), refusal(open, `run: chmod go-w ${audit}`));
  chmodSync(audit, 0o1777);
  assert.equal(fixture("run", state), null);
  assert.equal(readRows(file).calls.length, 3);
});

test("a trail of another user", { skip: notRoot }, (t) => {
  const { state, file } = stateOf(t);
  fixture("run", state);
  chownSync(file, NOBODY, NOBODY);
  const what = `${file} can't be used: ${file} belongs to user ${NOBODY}, not to root`;
  assert.deepEqual(fixture("run", state), refusal(what, `run: chown root ${file}`));
});

test("a state directory that the user may not write to", { skip: notRoot }, async (t) => {
  const { state, audit, file } = stateOf(t);
  mkdirSync(state);
  chmodSync(join(state, ".."), 0o755);
  const look = `look at: ls -ld ${audit} ${file}`;
  const what = `${file} can't be opened: permission denied`;
  assert.deepEqual(await asUser(t, "host-audit", ["run", state]), refusal(what, look));
  assert.equal(existsSync(audit), false);
});

/** In a mount namespace of its own, the state directory is a small file system. */
function onTmpfs(options: string, verb: string, state: string): unknown {
  mkdirSync(state);
  const script = `mount -t tmpfs -o ${options} none "$0" && exec "$@"`;
  const args = ["-m", "sh", "-c", script, state, process.execPath, FIXTURE, verb, state];
  return JSON.parse(execFileSync("unshare", args, { encoding: "utf8", timeout: 60_000 }));
}

test("a read-only file system", { skip: notRoot }, (t) => {
  const { state, audit, file } = stateOf(t);
  const look = `look at: ls -ld ${audit} ${file}`;
  const what = `${file} can't be opened: the file system is read-only`;
  assert.deepEqual(onTmpfs("ro", "run", state), refusal(what, look));
});

test("a full disk stops the run, and the half row it leaves spoils no other", {
  skip: notRoot,
}, (t) => {
  const { state, audit, file } = stateOf(t);
  const words = "no space is left on the disk";
  const room = `make room: df -h ${audit}`;
  const missing = (what: string) => refusal(`${file} can't be written, so ${what}: ${words}`, room);
  assert.deepEqual(onTmpfs("size=32k,mode=0700", "fill", state), {
    refused: missing("nothing was run"),
    end: missing("this call's end is not on record"),
    later: null,
    seen: [
      [["first"], "unfinished"],
      [["last"], "finished"],
    ],
    damaged: 1,
  });
});

test("a limit on file size stops the run like a full disk", (t) => {
  const { state, file } = stateOf(t);
  fixture("run", state);
  const before = statSync(file).size;
  const script = `ulimit -f 1; exec "$0" "$@"`;
  writeFileSync(file, `${"x".repeat(1023)}\n`, { flag: "a" });
  const args = ["-c", script, process.execPath, FIXTURE, "run", state];
  const said = JSON.parse(execFileSync("bash", args, { encoding: "utf8" }));
  const words = "the file would be larger than the limit allows";
  const look = `look at: ls -ld ${join(state, "audit")} ${file}`;
  const what = `${file} can't be written, so nothing was run: ${words}`;
  assert.deepEqual(said, refusal(what, look));
  assert.equal(statSync(file).size, before + 1024);
});

test("the administrator's directory holds one file a user", { skip: notRoot }, async (t) => {
  const { state } = stateOf(t);
  const shared = join(state, "shared");
  mkdirSync(shared, { recursive: true });
  for (const directory of [join(state, ".."), state]) chmodSync(directory, 0o755);
  const file = join(shared, `${NOBODY}.jsonl`);
  const home = join(state, "audit");
  assert.deepEqual(
    await asUser(t, "host-audit", ["shared", state, shared]),
    refusal(
      `${file} needs ${home}, which can't be made: permission denied`,
      `look at: ls -ld ${state}`,
    ),
  );
  chownSync(state, NOBODY, NOBODY);
  const denied = await asUser(t, "host-audit", ["shared", state, shared]);
  const install = `run as root: install -m 0200 -o nobody /dev/null ${file}`;
  assert.deepEqual(denied, refusal(`${file} can't be opened: permission denied`, install));
  // A file that is there may hold rows: nothing is to be put in its place.
  writeFileSync(file, "");
  chmodSync(file, 0o200);
  assert.deepEqual(
    await asUser(t, "host-audit", ["shared", state, shared]),
    refusal(
      `${file} can't be opened: permission denied`,
      `run as root: chown nobody ${file} && chmod u+w ${file}`,
    ),
  );
  chownSync(file, NOBODY, 0);
  assert.equal(await asUser(t, "host-audit", ["shared", state, shared]), null);
  assert.equal(lstatSync(file).mode & 0o777, 0o200, "its mode is root's to choose");
  assert.equal(readRows(file).calls.length, 1);
  assert.deepEqual(readdirSync(home), ["head.json"]);
});

test("doctor fails where a call could not add its row, with the line of the page, and takes a file that is only added to as it is", {
  skip: notRoot,
}, async (t) => {
  const { state } = stateOf(t);
  mkdirSync(state);
  chownSync(state, NOBODY, NOBODY);
  chmodSync(join(state, ".."), 0o755);
  const shared = join(state, "..", "log");
  const file = join(shared, `${NOBODY}.jsonl`);
  const install = `install -m 0200 -o nobody /dev/null ${file}`;
  const doctor = async () => {
    const found = (await asUser(t, "doctor-trail", [state, shared])) as readonly Checkup[];
    return found
      .filter(({ check }) => check !== "trail-space")
      .map(({ verdict, says, mend }) => [verdict, says, mend]);
  };
  const call = () => asUser(t, "host-audit", ["shared", state, shared]);
  const nothing = ["PASS", "0 rows, each as it was written", null];
  const missing = `${file} can't be opened: no such file or directory`;
  const both = `run as root: install -d -m 0755 ${shared} && ${install}`;
  assert.deepEqual(await doctor(), [["FAIL", `the audit trail ${missing}`, both], nothing]);
  assert.deepEqual(await call(), refusal(missing, both));
  mkdirSync(shared, { mode: 0o755 });
  const denied = `the audit trail ${file} can't be opened: permission denied`;
  assert.deepEqual(await doctor(), [["FAIL", denied, `run as root: ${install}`], nothing]);
  execFileSync("sh", ["-c", install.replace("nobody", String(NOBODY))]);
  const isOpen = ["PASS", `rows can be added to ${file}`, null];
  const unread = `${file} is not readable by you, as its mode says; root checks it with: wardctl audit verify --trail ${file}`;
  assert.deepEqual(await doctor(), [isOpen, ["PASS", unread, null]]);
  assert.equal(await call(), null);
  chmodSync(file, 0o600);
  assert.deepEqual(await doctor(), [isOpen, ["PASS", "2 rows, each as it was written", null]]);
});

test("a chain that its user may only add to goes on through files that root renames", {
  skip: notRoot,
}, async (t) => {
  const { state } = stateOf(t);
  const shared = join(state, "shared");
  mkdirSync(shared, { recursive: true });
  for (const directory of [join(state, ".."), state]) chmodSync(directory, 0o755);
  chownSync(state, NOBODY, NOBODY);
  const file = join(shared, `${NOBODY}.jsonl`);
  const begin = () => {
    writeFileSync(file, "", { flag: "wx" });
    chmodSync(file, 0o200);
    chownSync(file, NOBODY, 0);
  };
  const call = async () =>
    assert.equal(await asUser(t, "host-audit", ["shared", state, shared]), null);
  const found = async () => {
    const files = openFiles({ file, isShared: true, own: join(state, "audit") });
    const { rows, torn, findings } = await verifyTrail(files, null, () => {});
    for (const { fd } of files) closeSync(fd);
    return { rows, torn, findings };
  };
  begin();
  await call();
  await call();
  renameSync(file, `${file}-20260101`);
  begin();
  await call();
  assert.deepEqual(await found(), { rows: 6, torn: 0, findings: [] });
  // A writer that was killed half-way: the head was written, a part of the row too.
  const head = JSON.parse(readFileSync(join(state, "audit/head.json"), "utf8"));
  truncateSync(file, head.size + 50);
  await call();
  assert.deepEqual(await found(), { rows: 7, torn: 1, findings: [] });
  // One that was killed between the head and the row.
  truncateSync(file, JSON.parse(readFileSync(join(state, "audit/head.json"), "utf8")).size);
  await call();
  assert.deepEqual(await found(), { rows: 8, torn: 1, findings: [] });
});

test("a user id without an entry needs a directory by name", { skip: notRoot }, async (t) => {
  const unknown = 123_456;
  assert.deepEqual(await asUser(t, "host-audit", ["run", ""], unknown), {
    code: "audit-nowhere",
    message: `there is no place for the audit trail: the password database has no entry for user id ${unknown}`,
    hint: "set WARD_STATE_DIR to a directory of this user, or give the user id an entry",
    exit: 125,
  });
  const { state, file } = stateOf(t);
  mkdirSync(state);
  chmodSync(join(state, ".."), 0o755);
  chownSync(state, unknown, unknown);
  assert.equal(await asUser(t, "host-audit", ["run", state], unknown), null);
  assert.equal(readRows(file).calls[0]?.decided?.user, String(unknown));
});
