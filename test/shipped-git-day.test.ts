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

const CONFLICT = `
set -e
git init -q -b main r && cd r && git config user.name a && git config user.email a@example.com
echo 1 > a && git add a && git commit -q -m one && git switch -q -c x && echo x > a && git commit -q -am x
git switch -q main && echo 2 > a && git commit -q -am two
`;

/** What is started, and what concludes it once the conflict is resolved. */
const CONCLUDED: readonly (readonly [start: readonly string[], end: readonly string[]])[] = [
  [
    ["merge", "x"],
    ["merge", "--continue"],
  ],
  [
    ["cherry-pick", "x"],
    ["cherry-pick", "--continue"],
  ],
  [
    ["revert", "HEAD~1"],
    ["revert", "--continue"],
  ],
];

for (const [start, end] of CONCLUDED) {
  test(`a conflict of ${start[0]} is given up, or resolved and concluded without an editor`, (t) => {
    const place = new Place(t);
    const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: place.work };
    execFileSync("sh", ["-c", CONFLICT], { cwd: place.work, env });
    const cwd = join(place.work, "r");
    const exits = (...calls: readonly (readonly string[])[]) =>
      calls.map((call) => place.call("ward", ["git", ...call], { cwd }).exit);
    assert.deepEqual(exits(start, [start[0] ?? "", "--abort"]), [1, 0]);
    assert.deepEqual(exits(start), [1]);
    writeFileSync(join(cwd, "a"), "3\n");
    assert.deepEqual(exits(["add", "a"], end), [0, 0]);
    const left = execFileSync("git", ["status", "--porcelain=v2", "--branch"], { cwd, env });
    assert.ok(!left.toString().includes("\n1 ") && !left.toString().includes("\nu "));
  });
}

test("checkout goes to branches and leaves files alone; restore and reset unstage", (t) => {
  const place = new Place(t);
  const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: place.work };
  execFileSync("sh", ["-c", CONFLICT], { cwd: place.work, env });
  const cwd = join(place.work, "r");
  const call = (...words: readonly string[]) => place.call("ward", ["git", ...words], { cwd }).exit;
  const ask = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd, env, encoding: "utf8" }).trimEnd();
  assert.deepEqual([call("checkout", "x"), ask("branch", "--show-current")], [0, "x"]);
  writeFileSync(join(cwd, "a"), "unsaved\n");
  assert.deepEqual([call("checkout", "a"), ask("diff", "--name-only")], [128, "a"]);
  const unstaged = [
    ["restore", "--source", "HEAD", "--staged", "a"],
    ["restore", "a", "-S"],
    ["reset", "HEAD", "--", "a"],
    ["reset"],
  ].map((words) => [call("add", "a"), call(...words), ask("diff", "--cached", "--name-only")]);
  assert.deepEqual(
    unstaged.map(([added, , staged]) => [added, staged]),
    unstaged.map(() => [0, ""]),
  );
  assert.equal(ask("diff", "--name-only"), "a");
});

test("diff compares no two files of the disk, in a repository or outside of one", (t) => {
  const place = new Place(t);
  const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: place.work };
  execFileSync("sh", ["-c", CONFLICT], { cwd: place.work, env });
  const [one, two] = ["one", "two"].map((name) => {
    const file = join(place.root, name);
    writeFileSync(file, `secret of ${name}\n`);
    return file;
  }) as [string, string];
  const shown = [join(place.work, "r"), place.work].map((cwd) => {
    const raw = execFileSync("sh", ["-c", 'git diff "$0" "$1" || true', one, two], { cwd, env });
    const { exit, stdout } = place.call("ward", ["git", "diff", one, two], { cwd });
    return { raw: raw.includes("secret"), exit, stdout };
  });
  const refused = { raw: true, exit: 129, stdout: "" };
  assert.deepEqual(shown, [refused, refused]);
});
