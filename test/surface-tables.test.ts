// wardctl test: the shared tables pass through the real parser and engine, and a wrong expectation is shown and exits 1.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

test("the table of the dialect passes whole", (t) => {
  const { exit, stdout, stderr } = new Place(t).wardctl(
    "test",
    `${process.cwd()}/test/cases/dialect.jsonl`,
  );
  assert.deepEqual(
    { exit, last: lastLine(stdout), stderr },
    { exit: 0, last: "171 passed, 0 failed", stderr: "" },
  );
});

test("the table of bypasses passes whole", (t) => {
  const { exit, stdout } = new Place(t).wardctl(
    "test",
    `${process.cwd()}/test/cases/bypasses.jsonl`,
  );
  assert.deepEqual({ exit, last: lastLine(stdout) }, { exit: 0, last: "85 passed, 0 failed" });
});

const GUARDFILE =
  'wrap ward tool { exec marker { env "A" "1" }; can run go { deny-flag "--force" } }';

test("each unmet expectation is shown with both values, and the exit code is 1", (t) => {
  const place = new Place(t);
  const table = [
    {
      id: "right",
      guardfile: GUARDFILE,
      call: ["ward", "tool", "go"],
      expect: { decision: "allow", exit: 3, audit_rows: [{ decision: "allow", exit_code: 3 }] },
      stub: [{ exit: 3 }],
    },
    {
      id: "wrong",
      guardfile: GUARDFILE,
      call: ["ward", "tool", "go", "--forc"],
      expect: { parse: "ok", decision: "allow", exec: ["marker", "go"] },
    },
    {
      id: "half",
      guardfile: GUARDFILE,
      call: ["ward", "tool", "go"],
      expect: { child_env: {}, audit_rows: [] },
    },
    { id: "bad", guardfile: "wrap", call: null, expect: { parse: "ok" } },
  ];
  const file = place.file("table.jsonl", table.map((one) => JSON.stringify(one)).join("\n"));
  const { exit, stdout } = place.wardctl("test", file);
  assert.equal(exit, 1);
  const shown = stdout
    .replaceAll(/^ {2}decided .*\n/gm, "")
    .replaceAll(/(got +)bad\.kdl[\s\S]*?(?=\n1 passed)/g, "$1…");
  assert.equal(
    shown,
    `FAILED wrong
  decision
    expected {"decision":"allow"}
    got      {"decision":"deny","reason":"flag-denied"}
  exec
    expected ["marker","go"]
    got      null
FAILED half
  child_env
    expected {}
    got      {"A":"1"}
  audit_rows
    expected []
    got      [{"verb":"ward.tool.go","decision":"allow","reason":null,"exit_code":0}]
FAILED bad
  parse
    expected ok
    got      error
1 passed, 3 failed
`,
  );
  assert.match(stdout, /^ {2}decided {4}\{"decision":"deny","reason":"flag-denied",/m);
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
});

test("--guardfile serves the cases that bring none, and a line that is no case is wrong use", (t) => {
  const place = new Place(t);
  const guardfile = place.file("tool.kdl", GUARDFILE);
  const one = { id: "own", call: ["ward", "tool", "go"], expect: { decision: "allow" } };
  const table = place.file("table.jsonl", `${JSON.stringify(one)}\n`);
  assert.equal(
    place.wardctl("test", table, "--guardfile", guardfile).stdout,
    "1 passed, 0 failed\n",
  );
  assert.equal(place.wardctl("test", table).exit, 1);
  const bad = place.file("bad.jsonl", `${JSON.stringify({ ...one, expect: { exitcode: 0 } })}\n`);
  const ended = place.wardctl("test", bad, "--guardfile", guardfile);
  assert.deepEqual(ended, {
    exit: 64,
    stdout: "",
    stderr: "wardctl: line 1 expects `exitcode`, which nothing checks\n",
  });
});
