// Names that tools hide and flags that come to the same: both spellings are run on the real tool and print the same, and a policy
// that denies the one refuses the other.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { rowsOf } from "./fixtures/rows.ts";
import { decider } from "./lint-place.ts";

interface Pair {
  readonly bin: string;
  readonly leaf: string;
  readonly deny: string;
  /** Both behind the program's name; they differ in the denied flag alone. */
  readonly plain: readonly string[];
  readonly other: readonly string[];
}

const place = mkdtempSync(join(tmpdir(), "ward-same-"));
after(() => rmSync(place, { recursive: true, force: true }));
const env = { PATH: process.env.PATH, HOME: place, LC_ALL: "C", GIT_PAGER: "cat" };

const files = {
  a: "x one\ny one\nz two\n",
  b: "x one\ny two\nz two\n",
  p: "BEGIN { print 1 }\n",
  "c.c": "int y = x;\n",
  "h.h": "int h;\n",
  "d.pod": "=head1 NAME\n\nsome words that are longer than thirty letters in all\n\n=cut\n",
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);

function run(bin: string, argv: readonly string[]) {
  const child = spawnSync(bin, argv, { cwd: place, env, encoding: "utf8", input: "w\n" });
  const code = (child.error as NodeJS.ErrnoException | undefined)?.code;
  return { missing: code === "ENOENT", status: child.status, out: child.stdout };
}

run("git", ["init", "-q", "."]);
for (const message of ["one", "two"]) {
  const who = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
  run("git", [...who, "commit", "-q", "--allow-empty", "-m", message]);
}

const pairs = rowsOf<Pair>("test/cases/catalogue/same.jsonl");

for (const { bin, leaf, deny, plain, other } of pairs) {
  const missing = run(bin, ["--version"]).missing;
  test(`${bin} ${other.join(" ")} is ${bin} ${plain.join(" ")}`, { skip: missing }, () => {
    const [first, second] = [run(bin, plain), run(bin, other)];
    assert.notEqual(first.out, "");
    assert.deepEqual(second, first);
    const grant = leaf === "" ? "*" : leaf;
    const text = `wrap ward t { exec ${bin}; metacharacters literal; can run "${grant}" { deny-flag "${deny}" } }\n`;
    const decide = decider(text);
    const decided = [plain, other].map((argv) => decide(["ward", "t", ...argv]).decision);
    assert.deepEqual(decided, ["deny", "deny"]);
  });
}
