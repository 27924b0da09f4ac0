// ward's own options stand before the first word; behind it everything belongs to the call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readWardArgv, rootWord } from "../src/surfaces/ward-argv.ts";

test("own options are read before the first word only", () => {
  const cases: [string[], unknown][] = [
    [[], { kind: "help" }],
    [["--help"], { kind: "help" }],
    [["-h", "git"], { kind: "help" }],
    [["--version"], { kind: "version" }],
    [["git", "--version"], { kind: "call", words: ["acme", "git", "--version"] }],
    [["--explain", "git", "log"], { kind: "explain", words: ["acme", "git", "log"] }],
    [["git", "--explain"], { kind: "call", words: ["acme", "git", "--explain"] }],
    [["-"], { kind: "call", words: ["acme", "-"] }],
    [["--", "git"], { kind: "call", words: ["acme", "--", "git"] }],
    [["", "git"], { kind: "call", words: ["acme", "", "git"] }],
    [
      ["--explian", "git"],
      { kind: "misuse", message: "unknown option `--explian`; did you mean --explain?" },
    ],
    [
      ["--yes", "git"],
      { kind: "misuse", message: "unknown option `--yes`; ward --help lists what there is" },
    ],
    [
      ["--outcome-fd", "3", "git"],
      { kind: "misuse", message: "--outcome-fd is not available in this version" },
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
