// What a confined leaf may not write although its policy lets it write all around: ward's own, the Guardfile, and what git runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";

/** A leaf that may write in all of the place, ward's own directories in it included. */
function open(place: Place, write = place.root): void {
  place.guardfile(
    "t",
    `wrap ward t { exec sh; metacharacters literal; confine { write "${write}" }; can run run { argv "-c" } }\n`,
  );
}

function run(place: Place, script: string) {
  return tell(place, ["t", "run", script]);
}

function git(place: Place, ...words: readonly string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  const { status, stderr } = spawnSync("git", [...identity, ...words], {
    ...{ cwd: place.work, encoding: "utf8", env: { PATH: process.env.PATH, HOME: place.root } },
  });
  assert.equal(status, 0, stderr);
}

/** Tries each command and prints those that worked. */
function tries(commands: readonly string[]): string {
  return commands.map((one) => `(${one}) 2>/dev/null && echo '${one}';`).join("\n");
}

test("ward's directories and the Guardfile stay as they are, and so does the way to them", (t) => {
  const place = new Place(t);
  open(place);
  run(place, "exit 0");
  const commands = [
    "echo x > config/evil.kdl",
    "echo x >> config/t.kdl",
    "rm config/t.kdl",
    "mv config config2",
    "rmdir config",
    "echo x >> state/audit/current.jsonl",
    "rm -r state",
    "mv state state2",
  ];
  const { stdout } = run(place, `cd ${place.root}; touch free; ${tries([...commands, "rm free"])}`);
  assert.equal(stdout, "rm free\n");
  assert.deepEqual(place.rows().length, 4);
});

test("a Guardfile that lies elsewhere stays as it is, by its own name and in its own directory", (t) => {
  const place = new Place(t);
  const policies = join(place.root, "policies");
  const text = `wrap ward t { exec sh; metacharacters literal; confine { write "${policies}" }; can run run { argv "-c" } }\n`;
  const file = place.file("policies/t.kdl", text);
  symlinkSync(file, join(place.config, "t.kdl"));
  const commands = [
    `touch ${policies}/free`,
    `echo x >> ${file}`,
    `rm -f ${file}`,
    `mv ${file} ${policies}/u.kdl`,
    `mv ${policies}/free ${file}`,
  ];
  const { exit, stdout } = run(place, `${tries(commands)} :`);
  assert.deepEqual([exit, stdout], [0, `touch ${policies}/free\n`]);
  assert.equal(readFileSync(file, "utf8"), text);
});

test("ward's own program stays as it is, where the leaf may write all around it", (t) => {
  const place = new Place(t);
  const installed = join(place.root, "installed");
  cpSync("dist", join(installed, "dist"), { recursive: true });
  open(place, installed);
  const commands = [
    "touch free",
    "echo x >> dist/ward.js",
    "rm dist/ward.program.js.cache",
    "mv dist other",
  ];
  const argv = [join(installed, "dist/ward.js"), "t", "run", `cd ${installed}; ${tries(commands)}`];
  const { stdout } = spawnSync(process.execPath, argv, {
    ...{ cwd: place.work, env: place.environment(), encoding: "utf8" },
  });
  assert.equal(stdout, "touch free\n");
});

test("a directory of ward's that is not there yet can't be made by the leaf", (t) => {
  const place = new Place(t);
  const deep = join(place.root, "home/deep");
  mkdirSync(join(place.root, "home"));
  const env = { WARD_STATE_DIR: join(deep, "state") };
  open(place);
  const commands = [`mkdir ${deep}/other`, `mv ${deep} ${deep}2`, `touch ${deep}/state/x`];
  const { stdout } = tell(place, ["t", "run", tries(commands)], { env });
  assert.equal(stdout, `mkdir ${deep}/other\n`);
});

test("a link on the way to them could be replaced, so the leaf does not run", (t) => {
  const place = new Place(t);
  open(place);
  renameSync(place.config, join(place.root, "real"));
  symlinkSync("real", place.config);
  const { exit, outcome, stderr } = run(place, "touch ran");
  assert.deepEqual([exit, outcome?.kind, outcome?.launched], [125, "sandbox_setup_failure", false]);
  assert.match(stderr, /config is a symbolic link that the leaf could replace/);
  assert.equal(existsSync(join(place.work, "ran")), false);
});

const GIT = [
  "echo x >> .git/config",
  "mv .git/config .git/c",
  "ln .git/config link",
  "touch .git/hooks/post-checkout",
  "mv .git/hooks .git/h",
  "rm -rf .git/hooks",
  "mv .git moved",
];

test("a repository's configuration and hooks stay as they are; the rest of it is the leaf's", (t) => {
  const place = new Place(t);
  open(place, place.work);
  git(place, "init", "-q");
  const { stdout } = run(place, tries([...GIT, "touch .git/x", "touch x"]));
  assert.equal(stdout, "touch .git/x\ntouch x\n");
  rmSync(join(place.work, ".git/hooks"), { recursive: true });
  assert.equal(run(place, tries(GIT)).stdout, "");
  assert.match(readFileSync(join(place.work, ".git/config"), "utf8"), /^\[core\]\n[^x]+$/);
  git(place, "status");
});

test("from below the repository's top the same holds", (t) => {
  const place = new Place(t);
  open(place, place.work);
  git(place, "init", "-q");
  mkdirSync(join(place.work, "sub"));
  const script = `cd ${place.work}; ${tries([...GIT, "mv sub sub2"])}`;
  const { stdout } = tell(place, ["t", "run", script], { cwd: join(place.work, "sub") });
  // What the leaf is in is no mount of its own, and may be renamed.
  assert.equal(stdout, "mv sub sub2\n");
});

test("a work tree's file in place of .git, and the repository that it names", (t) => {
  const place = new Place(t);
  open(place);
  git(place, "init", "-q");
  git(place, "commit", "-q", "--allow-empty", "-m", "x");
  git(place, "worktree", "add", "-q", "../tree");
  const tree = join(place.root, "tree");
  const commands = [
    "echo gitdir: /tmp > .git",
    "mv .git moved",
    "echo /tmp > ../work/.git/worktrees/tree/commondir",
    "touch ../work/.git/worktrees/tree/hooks/x",
    "touch ../work/.git/hooks/x",
    "echo x >> ../work/.git/config",
  ];
  const { stdout } = tell(place, ["t", "run", tries([...commands, "touch x"])], { cwd: tree });
  assert.equal(stdout, "touch x\n");
});

test("a submodule's repository, and one without a work tree", (t) => {
  const place = new Place(t);
  open(place, place.work);
  git(place, "init", "-q", "inner");
  git(place, "-C", "inner", "commit", "-q", "--allow-empty", "-m", "x");
  git(place, "init", "-q");
  git(place, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./inner", "sub");
  const modules = [
    "echo x >> .git/modules/sub/config",
    "touch .git/modules/sub/hooks/x",
    "mv .git/modules/sub .git/modules/s",
    "mv .git/modules .git/m",
  ];
  assert.equal(
    run(place, tries([...modules, "touch .git/modules/x"])).stdout,
    "touch .git/modules/x\n",
  );
  const bare = new Place(t);
  open(bare, bare.work);
  git(bare, "init", "-q", "--bare", ".");
  const places = ["echo x >> config", "touch hooks/x", "mv hooks h", "touch x"];
  assert.equal(run(bare, tries(places)).stdout, "touch x\n");
});

test("what a policy hides stays hidden, though it would be protected", (t: TestContext) => {
  const place = new Place(t);
  place.guardfile(
    "t",
    `wrap ward t { exec sh; confine { write "${place.root}"; hide "${place.state}" }; metacharacters literal; can run run { argv "-c" } }\n`,
  );
  mkdirSync(join(place.state, "audit"), { recursive: true, mode: 0o700 });
  assert.equal(run(place, `ls ${place.state}; touch ${place.state}/x || echo no`).stdout, "no\n");
});
