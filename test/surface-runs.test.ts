// The built program ward runs: argv, streams and the end are the child's own, and two rows say so.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { Place, pick } from "./program-place.ts";

const TOOL = readFileSync("test/cases/program/tool.kdl", "utf8");
const ran = { enforcement: { level: "none" }, launched: true };

test("a granted call runs its fixed words and the caller's, and leaves two rows of one id", (t) => {
  const place = new Place(t);
  const file = place.guardfile("tool", TOOL);
  const words = ["tool", "plain", "a b", "", "--x", "--", "-y", "--help"];
  assert.deepEqual(place.ward(...words), {
    exit: 0,
    stdout: "marker: fixed plain a b  --x -- -y --help\n",
    stderr: "",
  });
  const [decided, finished] = place.rows();
  assert.equal(place.rows().length, 2);
  assert.equal(decided?.id, finished?.id);
  const names = ["phase", "decision", "reason", "rule", "verb", "argv", "exec", "guardfile"];
  assert.deepEqual(pick(decided, ...names, "trust", "cwd", "config_dir", "env_set", "stdin"), {
    phase: "decided",
    decision: "allow",
    reason: null,
    rule: `${file}:6`,
    verb: "ward.tool.plain",
    argv: ["ward", ...words],
    exec: {
      bin: join(place.bin, "marker"),
      argv: ["marker", "fixed", "plain", "a b", "", "--x", "--", "-y", "--help"],
    },
    guardfile: file,
    trust: "installed",
    cwd: place.work,
    config_dir: place.config,
    env_set: [],
    stdin: "pipe",
  });
  assert.deepEqual(pick(finished, "phase", "verb", "outcome", "exit", "signal", "launched"), {
    phase: "finished",
    verb: "ward.tool.plain",
    outcome: { ...ran, state: "completed", kind: "success", exit: { code: 0 } },
    exit: 0,
    signal: null,
    launched: true,
  });
});

test("the child's own exit code passes, also where ward uses the number itself", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const codes = [1, 77, 78, 125, 127, 130];
  const exits = codes.map((code) => place.ward("exits", `exit:${code}`).exit);
  assert.deepEqual(exits, codes);
  const finished = place.rows().filter(({ phase }) => phase === "finished");
  assert.deepEqual(
    finished.map((row) => pick(row, "exit", "outcome")),
    codes.map((code) => {
      const failed = { state: "failed", kind: "application_failure" };
      return { exit: code, outcome: { ...ran, ...failed, exit: { code } } };
    }),
  );
});

test("a child that dies by a signal gives 128 and the signal's number", (t) => {
  const place = new Place(t);
  place.program("dies", "#!/bin/sh\nkill -TERM $$\n");
  place.guardfile("dies", 'wrap ward dies { exec dies; can run "*" }\n');
  assert.equal(place.ward("dies").exit, 143);
  const [, finished] = place.rows();
  assert.deepEqual(pick(finished, "exit", "signal"), { exit: null, signal: "SIGTERM" });
});

test("a missing binary and one that can't be executed are granted calls that never launched", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const gone = place.ward("gone", "now");
  assert.equal(gone.exit, 127);
  assert.match(gone.stderr, new RegExp(`^ward: no-such-binary-anywhere .*${place.bin}`));
  assert.match(gone.stderr, /hint: .*search-path/);
  assert.equal(place.ward("blocked", "now").exit, 126);
  const rows = place.rows();
  const never = { enforcement: {}, launched: false };
  const outcome = { state: "failed", kind: "executable_not_found", exit: { code: -1 }, ...never };
  assert.deepEqual(
    rows.filter(({ phase }) => phase === "finished").map((row) => pick(row, "outcome", "launched")),
    [
      { outcome, launched: false },
      { outcome, launched: false },
    ],
  );
  const decided = rows.find(({ phase }) => phase === "decided");
  assert.deepEqual(decided?.exec, {
    bin: "no-such-binary-anywhere",
    argv: ["no-such-binary-anywhere", "now"],
  });
});

test("bytes pass through both ways as they are", (t) => {
  const place = new Place(t);
  place.guardfile("cat", 'wrap ward cat { exec cat; can run "*" }\n');
  const bytes = Buffer.from(
    Array.from({ length: 1 << 18 }, (_, at) => (at * 7 + (at >> 8)) & 0xff),
  );
  const { status, stdout } = place.spawn("ward", ["cat"], { input: bytes });
  assert.equal(status, 0);
  assert.ok(stdout.equals(bytes));
});

test("git itself runs under the shipped set, in a repository of its own", (t) => {
  const place = new Place(t);
  const git = (...words: string[]) =>
    spawnSync("git", words, { cwd: place.work, env: place.environment() });
  git("init", "-q", "-b", "main");
  place.file("work/new file", "x");
  const real = git("status", "--porcelain").stdout.toString();
  assert.deepEqual(place.ward("git", "status", "--porcelain"), {
    exit: 0,
    stdout: real,
    stderr: "",
  });
  assert.match(real, /new file/);
});

test("a link under another name serves the wraps of that root word", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const link = join(place.root, "acme");
  symlinkSync(resolve("dist/ward.js"), link);
  const ended = place.call("ward", ["tool", "plain"], { as: link });
  assert.deepEqual(ended, { exit: 0, stdout: "marker: plain\n", stderr: "" });
  const refused = place.call("ward", ["exits"], { as: link });
  assert.equal(refused.exit, 77);
  assert.match(refused.stderr, /refused `acme exits`/);
  assert.deepEqual(
    place.rows().map(({ verb }) => verb),
    ["acme.tool.plain", "acme.tool.plain", "acme"],
  );
});

test("the child gets the search path, the account and no more of the caller's environment than is allowed", (t) => {
  const place = new Place(t);
  place.guardfile(
    "env",
    'wrap ward env { exec env { env "GIVEN" "v"; environment { keep "KEPT*" } }; can run "*" }\n',
  );
  const env = {
    KEPT_1: "k",
    EDITOR: "vi",
    LD_PRELOAD_X: "x",
    LANG: "C",
    GIVEN: "caller's",
    WARD_TRUST_EXEC: "1",
  };
  const { stdout } = place.call("ward", ["env"], { env });
  const names = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("=")[0] ?? "");
  const account = ["HOME", "USER", "LOGNAME", "SHELL"];
  assert.deepEqual(names.toSorted(), [...account, "GIVEN", "KEPT_1", "LANG", "PATH"].toSorted());
  assert.match(stdout, new RegExp(`^PATH=${place.bin}:/usr/bin:/bin$`, "m"));
  assert.match(stdout, /^GIVEN=v$/m);
});

test("the decided row is on the disk while the child runs, and stays when ward is killed", async (t) => {
  const place = new Place(t);
  place.program("waits", "#!/bin/sh\necho started\nexec cat\n");
  place.guardfile("waits", 'wrap ward waits { exec waits; can run "*" }\n');
  const argv = [resolve("dist/ward.js"), "waits"];
  const ward = spawn(process.execPath, argv, { cwd: place.work, env: place.environment() });
  t.after(() => ward.kill("SIGKILL"));
  await once(ward.stdout, "data");
  assert.deepEqual(
    place.rows().map((row) => pick(row, "phase", "verb")),
    [{ phase: "decided", verb: "ward.waits" }],
  );
  ward.kill("SIGKILL");
  await once(ward, "exit");
  assert.equal(place.rows().length, 1);
  assert.match(place.wardctl("audit", "tail").stdout, /unfinished +ward waits\n$/);
});

test("where the row can't be written nothing runs", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  mkdirSync(join(place.state, "audit/current.jsonl"), { recursive: true, mode: 0o700 });
  const ended = place.ward("tool", "plain");
  assert.equal(ended.exit, 125);
  assert.match(ended.stderr, /^ward: the audit trail .*current\.jsonl .*/);
  assert.deepEqual(place.ran(), []);
});

test("a full disk under the trail stops the run before it starts", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  mkdirSync(join(place.state, "audit"), { recursive: true, mode: 0o700 });
  // A limit on the size of files fails write(2) as a full disk does.
  const script = 'ulimit -f 0; exec "$0" "$1" tool plain';
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", `trap "" XFSZ; ${script}`, process.execPath, resolve("dist/ward.js")],
    { cwd: place.work, env: place.environment(), encoding: "utf8" },
  );
  assert.equal(status, 125);
  assert.match(stderr, /audit trail .* can't be written, so nothing was run/);
  assert.deepEqual(place.ran(), []);
});

test("a working directory that was deleted is named, and nothing runs there", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const gone = join(place.root, "gone");
  mkdirSync(gone);
  const script = 'cd "$2" && rmdir "$2" && exec "$0" "$1" tool plain';
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", script, process.execPath, resolve("dist/ward.js"), gone],
    { env: place.environment(), encoding: "utf8" },
  );
  assert.equal(status, 125);
  assert.match(stderr, /^ward: the working directory does not exist any more/);
  assert.deepEqual(place.ran(), []);
  rmSync(gone, { recursive: true, force: true });
});

test("the home directory is the password database's, whatever HOME says", (t) => {
  const place = new Place(t);
  place.guardfile("env", 'wrap ward env { exec env; can run "*" }\n');
  const lines = place.call("ward", ["env"], { env: { HOME: "/nowhere" } }).stdout.split("\n");
  assert.ok(lines.includes(`HOME=${userInfo().homedir}`), lines.join("\n"));
});
