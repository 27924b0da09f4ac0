// Two rows a run and one a refusal, whole and on the disk before anything could be started.
import assert from "node:assert/strict";
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { closeRow, leaveTrail, openRow, type RowEntry, recordRefusal } from "../src/host/audit.ts";
import { appending } from "../src/host/audit-append.ts";
import { rowHash } from "../src/host/audit-chain.ts";
import { lockPath } from "../src/host/audit-place.ts";
import { openTrail, type Recorder, USUAL_LIMITS } from "../src/host/audit-trail.ts";
import type { AuditRow } from "../src/model/audit-row.ts";
import type { Outcome } from "../src/model/outcome.ts";
import { POLICY_VERSION } from "../src/model/trust.ts";
import { ownDirectory } from "./host-place.ts";
import { TrailRoom } from "./trail-room.ts";

const ENTRY = {
  verb: "ward.git.commit",
  reason: null,
  rule: "git.kdl:9",
  argv: ["ward", "git", "commit"],
  exec: { bin: "/usr/bin/git", argv: ["git", "commit"] },
  env_set: ["A"],
  env_dropped: ["PAGER"],
  guardfile: "/etc/ward/git.kdl",
  digest: null,
  trust: "installed",
  shell_facts: [],
  policy_hash: "00",
} satisfies Omit<RowEntry, "decision">;

function recorder(t: TestContext): Recorder & { state: string; file: string } {
  const state = join(ownDirectory(t), "state");
  const account = readAccount();
  return {
    state,
    file: join(state, "audit/current.jsonl"),
    directories: { system: "/etc/ward", account, config: "/c", state, notices: [] },
    auditDirectory: null,
    limits: USUAL_LIMITS,
    signs: { markers: ["CODEX_THREAD_ID"], session: { CODEX_THREAD_ID: "7" }, isCi: false },
    cwd: "/",
  };
}

const rows = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test("a run leaves a decided row before closeRow and a finished row behind it", (t) => {
  const at = recorder(t);
  const row = openRow({ ...ENTRY, decision: "allow" }, openTrail(at));
  const [decided] = rows(at.file);
  assert.match(decided.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(decided.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(
    Number.parseInt(decided.id.replace("-", "").slice(0, 12), 16),
    Date.parse(decided.at),
  );
  assert.deepEqual(decided, {
    v: 1,
    id: row.id,
    at: decided.at,
    phase: "decided",
    ...ENTRY,
    decision: "allow",
    cwd: "/",
    repo_root: null,
    user: readAccount()?.name ?? String(process.geteuid?.()),
    host: hostname(),
    pid: process.pid,
    ppid: process.ppid,
    tty: decided.tty,
    stdin: decided.stdin,
    config_dir: "/c",
    policy_version: POLICY_VERSION,
    surface: "agent",
    session: { CODEX_THREAD_ID: "7" },
    agent: ["CODEX_THREAD_ID"],
    ci: false,
    prev: null,
    hash: rowHash(decided),
  });
  const outcome: Outcome = {
    state: "failed",
    kind: "application_failure",
    exit: { code: 3 },
    enforcement: {},
    launched: true,
  };
  const problem = closeRow(row, outcome);
  assert.equal(problem, null);
  const finished = rows(at.file)[1];
  assert.deepEqual(finished, {
    v: 1,
    id: row.id,
    at: finished.at,
    phase: "finished",
    verb: "ward.git.commit",
    outcome,
    exit: 3,
    signal: null,
    launched: true,
    duration_ms: finished.duration_ms,
    prev: rowHash(decided),
    hash: rowHash(finished),
  });
  assert.throws(
    () => closeRow(row, { state: "completed", kind: "success", enforcement: {} }),
    /is not open/,
  );
});

test("a refusal leaves one row", (t) => {
  const at = recorder(t);
  recordRefusal({ ...ENTRY, decision: "deny", reason: "never", exec: null }, openTrail(at));
  const found = rows(at.file);
  assert.equal(found.length, 1);
  assert.equal(found[0].decision, "deny");
  assert.equal(found[0].reason, "never");
});

test("the trail is 0600 in a 0700 directory", (t) => {
  const at = recorder(t);
  openTrail(at);
  assert.equal(statSync(at.file).mode & 0o777, 0o600);
  assert.equal(statSync(join(at.state, "audit")).mode & 0o777, 0o700);
  assert.equal(statSync(at.state).mode & 0o777, 0o700);
});

test("of very many Guardfiles the digests seen last are remembered", (t) => {
  const room = new TrailRoom(t);
  const file = join(room.place.own, "policies.json");
  const run = (guardfile: string, digest: string) => room.run("x", { guardfile, digest });
  run("/first.kdl", "0");
  const many = Array.from({ length: 1500 }, (_, at) => [`/${at}.kdl`, "1"]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(many)));
  run("/last.kdl", "2");
  const kept = Object.entries(JSON.parse(readFileSync(file, "utf8")));
  assert.deepEqual(kept, [...many.slice(501), ["/last.kdl", "2"]]);
  run("/last.kdl", "3");
  assert.equal(room.rows().filter(({ phase }) => phase === "policy-changed").length, 1);
});

test("who was held up until another took the lock writes nothing behind it: the chain does not fork", (t) => {
  const room = new TrailRoom(t);
  room.run("one");
  const lines = room.lines();
  const [row] = room.rows();
  const trail = openTrail(room.recorder);
  const lock = lockPath(room.place);
  const other = "7 elsewhere 0123456789ab 1";
  const late = () =>
    appending(
      trail,
      (add) => {
        rmSync(lock);
        symlinkSync(other, lock);
        add(row as AuditRow);
      },
      true,
    );
  assert.throws(late, {
    code: "lock-held",
    message: `this call was held up so long that another one has taken ${lock}`,
  });
  assert.deepEqual(room.lines(), lines);
  assert.equal(readlinkSync(lock), other, "the other's lock stays");
  leaveTrail(trail);
});

test("a directory in the lock's place is named, not the trail", (t) => {
  const room = new TrailRoom(t);
  room.run("one");
  const lock = lockPath(room.place);
  mkdirSync(lock);
  const why = `can't be locked, so nothing was run: the lock ${lock} can't be made: it is a directory`;
  assert.throws(() => room.run("two"), {
    code: "audit-unwritable",
    message: `the audit trail ${room.place.file} ${why}`,
    hint: `look at: ls -ld ${dirname(lock)}`,
    exit: 125,
  });
});
