// ward's own options stand before the first word; behind it everything belongs to the call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readWardArgv, rootWord } from "../src/surfaces/ward-argv.ts";

test("own options are read before the first word only", () => {
  const call = { kind: "call", outcomeFd: null };
  const explain = { kind: "explain", outcomeFd: null };
  const cases: [string[], unknown][] = [
    [[], { kind: "help" }],
    [["--help"], { kind: "help" }],
    [["-h", "git"], { kind: "help" }],
    [["--version"], { kind: "version" }],
    [["git", "--version"], { ...call, words: ["acme", "git", "--version"] }],
    [["--explain", "git", "log"], { ...explain, words: ["acme", "git", "log"] }],
    [["git", "--explain"], { ...call, words: ["acme", "git", "--explain"] }],
    [["-"], { ...call, words: ["acme", "-"] }],
    [["--", "git"], { ...call, words: ["acme", "--", "git"] }],
    [["", "git"], { ...call, words: ["acme", "", "git"] }],
    [["--outcome-fd", "3", "x"], { ...call, words: ["acme", "x"], outcomeFd: "3" }],
    [["--outcome-fd=3", "x"], { ...call, words: ["acme", "x"], outcomeFd: "3" }],
    [["--outcome-fd", "3", "--explain", "x"], { ...explain, words: ["acme", "x"], outcomeFd: "3" }],
    [["x", "--outcome-fd", "3"], { ...call, words: ["acme", "x", "--outcome-fd", "3"] }],
    [["--outcome-fd", "x"], { kind: "misuse", message: "--outcome-fd takes a call behind it" }],
    [
      ["--outcome-fd"],
      { kind: "misuse", message: "--outcome-fd takes a number and a call behind it" },
    ],
    [
      ["--explian", "git"],
      { kind: "misuse", message: "unknown option `--explian`; did you mean --explain?" },
    ],
    [
      ["--yes", "git"],
      { kind: "misuse", message: "unknown option `--yes`; ward --help lists what there is" },
    ],
    [
      ["--outcome-fd", "3", "--outcome-fd=4", "x"],
      { kind: "misuse", message: "--outcome-fd is given twice" },
    ],
  ];
  assert.deepEqual(
    cases.map(([argv]) => readWardArgv("acme", argv)),
    cases.map(([, wanted]) => wanted),
  );
});

test("the name under which ward was started is the root word", () => {
  const names = ["/usr/local/bin/ward", "/x/dist/ward.js", "./acme", "acme.mjs", ""];
  assert.deepEqual(names.map(rootWord), ["ward", "ward", "acme", "acme", "ward"]);
});
