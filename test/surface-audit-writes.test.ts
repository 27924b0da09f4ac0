// The built ward where a row can't be written or synced: before the run nothing runs, behind it the child's end stays what it was.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { Place } from "./program-place.ts";

function makePlace(t: TestContext): Place {
  const place = new Place(t);
  place.guardfile("tool", "wrap ward tool { exec marker; can run go { argv } }\n");
  return place;
}

/** The system's own call fails where ward waits for the disk. */
const NO_SYNC = `const fs = require("node:fs");
fs.fdatasyncSync = () => { throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" }); };`;

test("nothing runs, and no refusal counts, before its row is on the disk", (t) => {
  const place = makePlace(t);
  const hook = place.file("sync.cjs", NO_SYNC);
  const call = (word: string) => {
    const argv = ["-r", hook, resolve("dist/ward.js"), "tool", word];
    const options = { env: place.environment(), cwd: place.work, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, argv, options);
    return { status, last: stderr.split("\n").at(-3) };
  };
  const file = join(place.state, "audit/current.jsonl");
  const last = `ward: the audit trail ${file} can't be written, so nothing was run: the disk reports an error`;
  assert.deepEqual(call("go"), { status: 125, last });
  assert.deepEqual(call("stop"), { status: 125, last });
  assert.deepEqual(place.ran(), []);
});

test("a finished row that does not fit is said, the exit code stays the child's, and readers show the run as unfinished", (t) => {
  const place = makePlace(t);
  const file = join(place.state, "audit/current.jsonl");
  const call = (limit: string, word: string) => {
    const script = `ulimit -f ${limit}; exec "$0" "$@"`;
    const node = [process.execPath, resolve("dist/ward.js"), "tool", "go", "exit:7", word];
    const options = { env: place.environment(), cwd: place.work, encoding: "utf8" } as const;
    return spawnSync("bash", ["--norc", "-c", script, ...node], options);
  };
  assert.equal(call("unlimited", "x").status, 7);
  const length = readFileSync(file).indexOf("\n") + 1;
  rmSync(file);
  // The limit lies some ten bytes behind the first row, which has the word twice.
  const limit = Math.ceil(length / 1024) + 1;
  const more = Math.floor((limit * 1024 - 10 - length) / 2);
  const ended = call(String(limit), "x".repeat(1 + more));
  assert.equal(ended.status, 7, ended.stderr);
  const why = "can't be written, so this call's end is not on record";
  assert.equal(
    ended.stderr.split("\n")[0],
    `ward: the audit trail ${file} ${why}: the file would be larger than the limit allows`,
  );
  assert.equal(place.ran().length, 2);
  assert.match(place.wardctl("audit", "list").stdout, /unfinished/);
  assert.equal(place.ward("tool", "go", "later").exit, 0);
  const { exit, stdout } = place.wardctl("audit", "verify");
  assert.equal(`${exit} ${stdout.split("\n")[0]}`, "0 3 rows in 1 files: the chain holds");
  assert.match(stdout, /1 torn lines, each accounted for/);
});
