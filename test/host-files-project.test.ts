// Which directory is the project, and whose Guardfiles of it may be taken.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findProject, findRepository, workingDirectory } from "../src/host/project.ts";
import { bundled, isRoot, NOBODY, ownDirectory } from "./host-place.ts";

/** Makes files (`a/b`) and directories (`a/b/`) and hands back how to name them. */
function tree(t: TestContext, paths: readonly string[]): (path: string) => string {
  const directory = ownDirectory(t);
  const at = (path: string) => join(directory, path);
  for (const path of paths) {
    if (path.endsWith("/")) mkdirSync(at(path), { recursive: true });
    else writeFileSync(at(path), "");
  }
  return at;
}

test("the nearest directory with a Guardfile, all of that directory's and no others", (t) => {
  const at = tree(t, [
    "p/in/deep/",
    "p/Guardfile",
    "p/in/z.guardfile.kdl",
    "p/in/Guardfile",
    "p/in/x.kdl",
  ]);
  assert.deepEqual(findProject(at("p/in/deep"), null), {
    root: at("p/in"),
    guardfiles: [at("p/in/Guardfile"), at("p/in/z.guardfile.kdl")],
    passedOver: [],
  });
});

test("a Guardfile further up beats a nearer .git; without one .git makes the project", (t) => {
  const at = tree(t, ["p/in/.git/", "q/in/", "q/.git", "p/Guardfile"]);
  assert.equal(findProject(at("p/in"), null)?.root, at("p"));
  assert.deepEqual(findProject(at("q/in"), null), {
    root: at("q"),
    guardfiles: [],
    passedOver: [],
  });
  assert.equal(findRepository(at("p/in")), at("p/in"));
  assert.equal(findRepository(at("p")), null);
});

test("the home directory and what lies above is never a project, through a link neither", (t) => {
  const at = tree(t, ["home/work/", "home/Guardfile", "home/.git/", "Guardfile"]);
  symlinkSync(at("home"), at("link"));
  assert.equal(findProject(at("home/work"), at("home")), null);
  assert.equal(findProject(at("link/work"), at("home")), null);
  assert.equal(findProject(at("home/work"), at("link")), null);
  assert.equal(findProject("/", null), null);
  assert.equal(findRepository(at("home/work")), at("home"), "the audit row still says so");
});

test("another user's directory ends the walk, and still is a project", { skip: !isRoot }, (t) => {
  const at = tree(t, ["p/theirs/mine/", "p/Guardfile", "p/theirs/Guardfile"]);
  chownSync(at("p/theirs"), NOBODY, NOBODY);
  const passedOver = {
    root: at("p/theirs"),
    guardfiles: [],
    passedOver: [at("p/theirs/Guardfile")],
  };
  assert.deepEqual(findProject(at("p/theirs/mine"), null), passedOver);
  const asThem = findProject(at("p/theirs"), null, NOBODY);
  assert.deepEqual(asThem, passedOver, "their directory, but the file is another's");
  chownSync(at("p/theirs/Guardfile"), NOBODY, NOBODY);
  assert.deepEqual(findProject(at("p/theirs"), null, NOBODY)?.guardfiles, passedOver.passedOver);
});

test("a file of another user in one's own directory is passed over, its neighbour taken", {
  skip: !isRoot,
}, (t) => {
  const at = tree(t, ["p/", "p/Guardfile", "p/a.guardfile.kdl"]);
  chownSync(at("p/Guardfile"), NOBODY, NOBODY);
  assert.deepEqual(findProject(at("p"), null), {
    root: at("p"),
    guardfiles: [at("p/a.guardfile.kdl")],
    passedOver: [at("p/Guardfile")],
  });
});

test("the walk takes nothing from beyond a file system's boundary", { skip: !isRoot }, (t) => {
  const at = tree(t, ["p/mounted/", "p/Guardfile"]);
  const script = `mount -t tmpfs none "$0" && cd "$0" && "$1" "$2" project "$0"`;
  const fixture = "build/test/fixtures/host-files.js";
  const args = [
    "-m",
    "sh",
    "-c",
    script,
    at("p/mounted"),
    process.execPath,
    join(process.cwd(), fixture),
  ];
  const found = JSON.parse(execFileSync("unshare", args, { encoding: "utf8" }));
  assert.deepEqual(found, { root: at("p"), guardfiles: [], passedOver: [at("p/Guardfile")] });
});

test("a directory named Guardfile is found, as the fault that it is", (t) => {
  const at = tree(t, ["p/Guardfile/"]);
  assert.deepEqual(findProject(at("p"), null)?.guardfiles, [at("p/Guardfile")]);
});

test("a directory that can be entered but not listed still shows its Guardfile", {
  skip: !isRoot,
}, async (t) => {
  const at = tree(t, ["p/", "p/Guardfile"]);
  chmodSync(at(""), 0o755);
  chmodSync(at("p"), 0o311);
  chownSync(at("p"), NOBODY, NOBODY);
  chownSync(at("p/Guardfile"), NOBODY, NOBODY);
  const script = `cd "$0" && exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$@"`;
  const fixture = await bundled(t, "host-files");
  const args = ["-c", script, at("p"), process.execPath, fixture, "project", at("p")];
  const found = JSON.parse(execFileSync("sh", args, { encoding: "utf8" }));
  assert.deepEqual(found, { root: at("p"), guardfiles: [at("p/Guardfile")], passedOver: [] });
});

test("a deleted working directory is no directory and in no project", (t) => {
  const gone = join(ownDirectory(t), "gone");
  mkdirSync(gone);
  const before = process.cwd();
  process.chdir(gone);
  rmdirSync(gone);
  t.after(() => process.chdir(before));
  assert.equal(workingDirectory(), null);
  assert.equal(findProject(null, null), null);
  assert.equal(findRepository(null), null);
});
