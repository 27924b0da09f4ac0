// What the git policy grants for looking changes no file: not in the work tree, and not below .git.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const SETUP = `
set -e
git init -q -b main r && cd r && git config user.name a && git config user.email a@example.com
echo 1 > a && git add a && git commit -q -m one && git tag v1 && git notes add -m note
echo 2 > a && git commit -q -am two && git diff HEAD~1 HEAD > ../p
git branch x && git revert --no-edit HEAD > /dev/null && echo 3 > b && git add b && touch c
`;

/** Calls that look, each with how git ends it. */
const LOOKS: readonly (readonly [exit: number, ...words: string[]])[] = [
  [0, "apply", "--check", "../p"],
  [0, "apply", "--stat", "../p"],
  [0, "apply", "--numstat", "../p"],
  [1, "diff-index", "--quiet", "HEAD", "--"],
  [0, "diff-files", "-p"],
  [0, "format-patch", "-1", "--stdout"],
  [0, "hash-object", "a"],
  [0, "fsck"],
  [1, "verify-commit", "HEAD"],
  [1, "verify-tag", "v1"],
  [0, "log", "--show-signature", "-1"],
  [0, "notes"],
  [0, "notes", "show", "HEAD~2"],
  [1, "bisect", "log"],
  [0, "var", "GIT_AUTHOR_IDENT"],
  [0, "show-branch", "-a"],
  [0, "check-ref-format", "--branch", "feature/x"],
  [0, "rerere", "status"],
  [0, "submodule"],
  [0, "config", "--get-all", "user.name"],
  [0, "config", "get", "user.name"],
  [0, "config", "--local", "user.name"],
  [0, "tag", "v*"],
  [0, "tag", "--sort=v:refname", "--list", "v*"],
  [0, "clean", "-ndx"],
  [0, "clean", "-d", "--dry-run"],
  [0, "clean", "-n", "-en"],
];

/** Every file below, with its content and mode. */
function printOf(directory: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  for (const file of files) {
    const path = join(directory, file);
    const { mode } = statSync(path);
    hash.update(`${file}\0${mode}\0`);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}

test("looking calls end as git ends them, and leave every file as it was", (t) => {
  const place = new Place(t);
  const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: place.work };
  execFileSync("sh", ["-c", SETUP], { cwd: place.work, env });
  const cwd = join(place.work, "r");
  const before = printOf(place.work);
  const seen = LOOKS.map(([, ...words]) => {
    const { exit } = place.call("ward", ["git", ...words], { cwd });
    return { words, exit, print: printOf(place.work) };
  });
  assert.deepEqual(
    seen,
    LOOKS.map(([exit, ...words]) => ({ words, exit, print: before })),
  );
});

test("the same print sees a file that is written", (t) => {
  const place = new Place(t);
  const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: place.work };
  execFileSync("sh", ["-c", SETUP], { cwd: place.work, env });
  const before = printOf(place.work);
  execFileSync("git", ["hash-object", "-w", "c"], { cwd: join(place.work, "r"), env });
  assert.notEqual(printOf(place.work), before);
});
