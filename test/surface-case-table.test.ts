// A table of calls is read line by line, and only what a case expects is compared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareCase, type Got } from "../src/surfaces/cases/compare.ts";
import { readTable } from "../src/surfaces/cases/table.ts";

const got: Got = {
  parse: "ok",
  errors: "",
  decision: "allow",
  reason: null,
  exec: ["/usr/bin/git", "log"],
  remote_words: null,
  audit_verb: "ward.git.log",
  child_env: { B: "2", A: "1" },
  environment: { A: "1", B: "2", HOME: "/root" },
  bin: "/usr/bin/git",
  exit: 4,
  audit_rows: [{ verb: "ward.git.log", decision: "allow", reason: null, exit_code: 4 }],
};

test("a case that got all that it expects has no mismatch", () => {
  const expect = {
    parse: "ok",
    decision: "allow",
    exec: ["git", "log"],
    audit_verb: "ward.git.log",
    child_env: { A: "1", B: "2" },
    env_absent: ["EDITOR"],
    env_absent_value: { HOME: "/evil" },
    bin_not_under: "/usr/bi",
    exit: 4,
    audit_rows: [{ verb: "ward.git.log", decision: "allow", exit_code: 4 }],
  } as const;
  assert.deepEqual(compareCase(expect, got), []);
});

test("each unmet expectation is named with both values", () => {
  const expect = {
    parse: "error",
    error_mentions: ["wrap"],
    decision: "no-such-leaf",
    exec: ["git", "log", "-1"],
    remote_words: ["x"],
    audit_verb: "ward.git",
    child_env: { A: "1" },
    env_absent: ["A"],
    env_absent_value: { HOME: "/root" },
    bin_not_under: "/usr/bin",
    exit: 0,
    audit_rows: [{ exit_code: 0 }, { exit_code: 0 }],
  } as const;
  assert.deepEqual(
    compareCase(expect, got),
    [
      { field: "parse", expected: "error", got: "ok" },
      { field: "error_mentions", expected: ["wrap"], got: "" },
      {
        field: "decision",
        expected: { decision: "deny", reason: "no-such-leaf" },
        got: { decision: "allow", reason: null },
      },
      { field: "exec", expected: ["git", "log", "-1"], got: ["git", "log"] },
      { field: "remote_words", expected: ["x"], got: null },
      { field: "audit_verb", expected: "ward.git", got: "ward.git.log" },
      { field: "child_env", expected: { A: "1" }, got: { A: "1", B: "2" } },
      { field: "env_absent", expected: "no A", got: "1" },
      { field: "env_absent_value", expected: "not HOME=/root", got: "/root" },
      { field: "bin_not_under", expected: "/usr/bin", got: "/usr/bin/git" },
      { field: "exit", expected: 0, got: 4 },
      {
        field: "audit_rows",
        expected: [{ exit_code: 0 }, { exit_code: 0 }],
        got: [{ exit_code: 4 }],
      },
    ].map((one) => ({ ...one })),
  );
});

test("a line that is no case, or expects what nothing checks, is a problem", () => {
  const lines = [
    '{"id":"a","guardfile":"x","call":["ward"],"expect":{"parse":"ok"},"area":"any"}',
    "",
    "not json",
    '{"guardfile":"x","expect":{}}',
    '{"id":"b"}',
    '{"id":"c","call":"ward git","expect":{}}',
    '{"id":"d","guardfile":7,"expect":{}}',
    '{"id":"e","env":{"A":1},"expect":{}}',
    '{"id":"f","stub":{},"expect":{}}',
    '{"id":"g","expect":{"exitcode":0}}',
  ];
  assert.deepEqual(readTable(lines.join("\n")), {
    cases: [
      { id: "a", guardfile: "x", call: ["ward"], env: {}, stub: [], expect: { parse: "ok" } },
    ],
    problems: [
      "line 3 is not an object",
      "line 4 has no `id`",
      "line 5 has no `expect`",
      "line 6 has a `call` that is no list of words",
      "line 7 has a `guardfile` that is no text",
      "line 8 has an `env` that is no table of texts",
      "line 9 has a `stub` that is no list",
      "line 10 expects `exitcode`, which nothing checks",
    ],
  });
});
