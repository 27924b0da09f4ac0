// No row is longer than a line may be, none can forge another, and what was cut says how much.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { EMPTY_TAIL, link } from "../src/host/audit-chain.ts";
import { clipArgv, fitRow, MAX_LINE } from "../src/host/audit-fit.ts";
import { appendLine } from "../src/host/audit-line.ts";
import { readRows } from "../src/host/audit-read.ts";
import type { DecidedRow } from "../src/model/audit-row.ts";
import { ownDirectory } from "./host-place.ts";

const ROW: DecidedRow = {
  v: 1,
  id: "0195",
  at: "2026-01-01T00:00:00.000Z",
  phase: "decided",
  verb: "ward.x",
  decision: "allow",
  reason: null,
  rule: "a.kdl:1",
  argv: ["ward", "x"],
  exec: { bin: "/bin/x", argv: ["x"] },
  env_set: [],
  env_dropped: [],
  guardfile: "/a.kdl",
  digest: null,
  trust: "installed",
  cwd: "/",
  repo_root: null,
  user: "kim",
  host: "h",
  pid: 1,
  ppid: 1,
  tty: false,
  stdin: "none",
  shell_facts: [],
  config_dir: null,
  policy_hash: null,
  policy_version: 2,
  surface: "command-line",
  session: {},
  agent: [],
  ci: false,
};

const lineLength = (row: DecidedRow) => Buffer.byteLength(JSON.stringify(row)) + 1;

test("a row that fits is the row itself, to the last byte", () => {
  const linked = 512;
  const room = MAX_LINE - linked - lineLength({ ...ROW, argv: ["ward", "x", ""] });
  const full = { ...ROW, argv: ["ward", "x", "a".repeat(room)] };
  assert.equal(fitRow(full), full);
  const torn = { bytes: Number.MAX_SAFE_INTEGER, sha256: "0".repeat(64) };
  const longest = link(full, { prev: "0".repeat(64), isOpen: true, torn });
  assert.ok(Buffer.byteLength(`\n${JSON.stringify(longest)}\n`) <= 32 * 1024);
  const over = { ...ROW, argv: ["ward", "x", "a".repeat(room + 1)] };
  assert.deepEqual(fitRow(over), { ...ROW, argv: clipArgv(over.argv, 8192) });
});

test("a clipped argv has its first whole words, and the count, bytes and hash of all", () => {
  const argv = ["ward", "git", "é".repeat(50_000), "last"];
  assert.deepEqual(clipArgv(argv, 8192), {
    head: ["ward", "git"],
    count: 4,
    bytes: 100_011,
    sha256: createHash("sha256").update(JSON.stringify(argv)).digest("hex"),
  });
});

const long = "\u0001".repeat(200_000);
const MONSTERS: Readonly<Record<string, Partial<DecidedRow>>> = {
  "2 MB in one word": {
    argv: ["a".repeat(2 << 20)],
    exec: { bin: "/x", argv: ["a".repeat(2 << 20)] },
  },
  "100,000 words": { argv: Array.from({ length: 100_000 }, () => "x") },
  "control characters, six bytes each": { argv: [long], cwd: long, repo_root: long },
  "long names everywhere": {
    verb: long,
    rule: long,
    guardfile: long,
    cwd: long,
    repo_root: long,
    config_dir: long,
    user: long,
    host: long,
    exec: { bin: long, argv: [long] },
  },
  "many variables": {
    env_dropped: Array.from({ length: 50_000 }, (_, index) => `NAME_${index}`),
    env_set: Array.from({ length: 50_000 }, () => "\u0001"),
  },
  "long facts and labels": {
    shell_facts: Array.from({ length: 50 }, () => ({ argv: [long.slice(0, 9000)], value: long })),
    session: { A: long, B: long, C: long, D: long },
    agent: [long, long, long],
  },
};

for (const [name, monster] of Object.entries(MONSTERS)) {
  test(`${name} fits a line, and what decided stays`, () => {
    const cut = fitRow({ ...ROW, ...monster });
    assert.ok(lineLength(cut) <= MAX_LINE, `${lineLength(cut)} bytes`);
    const { id, decision, phase, pid } = cut;
    assert.deepEqual(
      { id, decision, phase, pid },
      { id: "0195", decision: "allow", phase: "decided", pid: 1 },
    );
  });
}

test("a text that was cut says by how much; a list too", () => {
  const cut = fitRow({ ...ROW, rule: "r".repeat(40_000), env_dropped: Array(9000).fill("NAME") });
  assert.equal(cut.rule, `${"r".repeat(1365)}…(+38635)`);
  assert.deepEqual(cut.env_dropped.slice(-2), ["NAME", "…(+8872)"]);
});

/** Writes one row and hands back the file's text. */
function written(file: string, row: DecidedRow): string {
  const fd = openSync(file, "a+", 0o600);
  appendLine(fd, link(row, EMPTY_TAIL), false, () => {});
  closeSync(fd);
  return readFileSync(file, "utf8");
}

test("the line is the linked row in JSON and nothing of pino's", (t) => {
  const line = `${JSON.stringify(link(ROW, EMPTY_TAIL))}\n`;
  assert.equal(written(join(ownDirectory(t), "x"), ROW), line);
});

test("argv can't forge a row, whatever it holds", (t) => {
  const forged = `"}\n{"v":1,"phase":"decided"}\n`;
  const words = [forged, "\r\n\u2028\u2029\u0085\0", "\u{1f600}\ud800", "__proto__", `{"v":`];
  const file = join(ownDirectory(t), "x");
  written(file, { ...ROW, argv: words, cwd: forged, session: { A: forged } });
  const { calls, damaged } = readRows(file);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 2);
  assert.deepEqual([calls.length, damaged], [1, 0]);
  assert.deepEqual(calls[0]?.decided?.argv, words);
});

test("any words come back as they were, or as the head they began with", (t) => {
  const directory = ownDirectory(t);
  let count = 0;
  const property = fc.property(
    fc.array(fc.string({ unit: "binary", maxLength: 9000 })),
    (words) => {
      count += 1;
      const file = join(directory, String(count));
      written(file, fitRow({ ...ROW, argv: words }));
      const argv = readRows(file).calls[0]?.decided?.argv;
      if (argv !== undefined && "head" in argv) {
        assert.deepEqual(argv, clipArgv(words, 8192));
      } else {
        assert.deepEqual(argv, words);
      }
    },
  );
  fc.assert(property, { numRuns: 50 });
});
