// A day's work in a real repository with a real remote goes through `ward git`, and every step does what git would do.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const SETUP = `
set -e
git init -q --bare -b main origin.git
git clone -q origin.git mine 2> /dev/null
git clone -q origin.git other 2> /dev/null
for r in mine other; do git -C $r config user.name a; git -C $r config user.email a@example.com; done
cd other && git switch -q -c main && echo 1 > a && git add a && git commit -q -m one && git push -q -u origin main
cd ../mine && git pull -q origin main && git branch -q -u origin/main
`;

const MESSAGE =
  "feat(parser): accept `v2`; drop v1 (#12)\n\nBody: a < b & $c.\n\nSigned-off-by: A <a@example.com>";

/** Calls in their order; text in front of a call is written to a file first. */
const DAY: readonly (readonly [
  wrote: Readonly<Record<string, string>>,
  call: readonly string[],
])[] = [
  [{}, ["status", "-sb"]],
  [{}, ["fetch", "--all", "--prune"]],
  [{}, ["pull", "--ff-only"]],
  [{}, ["switch", "-c", "feature/x"]],
  [{ a: "1\n2\n", "b c": "new\n" }, ["diff", "--stat"]],
  [{}, ["add", "-A"]],
  [{}, ["diff", "--stat", "--cached"]],
  [{}, ["commit", "-m", MESSAGE]],
  [{ a: "1\n2\n3\n" }, ["commit", "-am", "fix: a; b", "-m", "- one\n- two"]],
  [{}, ["log", "--oneline", "-20", "--graph", "main..feature/x"]],
  [{}, ["log", "--format=%h|%s"]],
  [{}, ["show", "HEAD@{1}", "--stat"]],
  [{}, ["blame", "-w", "a"]],
  [{}, ["push", "-u", "origin", "feature/x"]],
  [{ a: "1\n2\n3\n4\n" }, ["stash", "push", "-m", "wip: (half)"]],
  [{}, ["stash", "list"]],
  [{}, ["stash", "show", "-p", "stash@{0}"]],
  [{}, ["stash", "pop", "stash@{0}"]],
  [{}, ["add", "a"]],
  [{}, ["restore", "--staged", "a"]],
  [{}, ["stash"]],
  [{}, ["switch", "main"]],
  [{}, ["merge", "--no-ff", "-m", "Merge feature/x (#12)", "feature/x"]],
  [{}, ["branch", "-d", "feature/x"]],
  [{}, ["push"]],
  [{}, ["push", "origin", "HEAD:refs/heads/copy"]],
  [{}, ["branch", "-avv"]],
  [{}, ["branch", "--show-current"]],
  [{}, ["tag"]],
  [{}, ["remote", "-v"]],
  [{}, ["rev-parse", "--abbrev-ref", "HEAD"]],
  [{}, ["ls-files"]],
  [{}, ["ls-remote", "--heads", "origin"]],
  [{}, ["worktree", "list"]],
  [{}, ["grep", "-n", "2", "--", "a"]],
  [{}, ["rev-list", "--left-right", "--count", "origin/main...HEAD"]],
  [{}, ["config", "--get", "user.name"]],
  [{}, ["mv", "b c", "d"]],
  [{}, ["rm", "--cached", "d"]],
  [{}, ["reflog", "-5"]],
  [{}, ["describe", "--always", "--dirty"]],
  [{}, ["shortlog", "-sn", "HEAD"]],
  [{}, ["commit", "-m", "Move b c"]],
  [{}, ["revert", "HEAD"]],
];

test("every call of a day's work runs and ends as git ends it", (t) => {
  const place = new Place(t);
  const git = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: place.work };
  execFileSync("sh", ["-c", SETUP], { cwd: place.work, env: git });
  const cwd = join(place.work, "mine");
  const failed = DAY.flatMap(([wrote, call]) => {
    for (const [file, text] of Object.entries(wrote)) writeFileSync(join(cwd, file), text);
    const { exit, stderr } = place.call("ward", ["git", ...call], { cwd });
    return exit === 0 ? [] : [{ call, exit, stderr }];
  });
  assert.deepEqual(failed, []);
  const ask = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd, env: git, encoding: "utf8" }).trimEnd();
  const subjects = ask("log", "--format=%s", "origin/main").split("\n");
  assert.deepEqual(subjects, [
    "Merge feature/x (#12)",
    "fix: a; b",
    "feat(parser): accept `v2`; drop v1 (#12)",
    "one",
  ]);
  assert.equal(ask("log", "-1", "--format=%B", "origin/main^2~1"), MESSAGE);
  assert.equal(ask("ls-remote", "--heads", "origin").split("\n").length, 3);
});
