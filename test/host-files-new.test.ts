// What `wardctl init` writes: private, whole or not at all, and never over something else.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { createPrivateFile } from "../src/host/new-file.ts";
import { ownershipOf } from "../src/host/ownership.ts";
import { chooseSearchPath } from "../src/host/search-path.ts";
import { WardFault } from "../src/model/fault.ts";
import { isRoot, NOBODY, ownDirectory } from "./host-place.ts";

const ACCOUNT = readAccount();
const OWN = ownershipOf(ACCOUNT);

function fault(write: () => void): unknown {
  try {
    write();
    return null;
  } catch (error) {
    if (!(error instanceof WardFault)) throw error;
    const { code, message, hint, exit } = error;
    return { code, message, hint, exit };
  }
}

test("a new file is 0600 below new directories of 0700", (t) => {
  const directory = ownDirectory(t);
  const file = join(directory, "a/b/git.kdl");
  createPrivateFile(file, "text\n", OWN);
  assert.equal(readFileSync(file, "utf8"), "text\n");
  const modes = ["a", "a/b", "a/b/git.kdl"].map((name) => statSync(join(directory, name)).mode);
  assert.deepEqual(
    modes.map((mode) => (mode & 0o777).toString(8)),
    ["700", "700", "600"],
  );
});

test("what is there stays: a file, and a link, wherever it leads", (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  writeFileSync(at("file"), "mine");
  symlinkSync(at("file"), at("link"));
  symlinkSync(at("nowhere"), at("dangling"));
  for (const name of ["file", "link", "dangling"]) {
    assert.deepEqual(
      fault(() => createPrivateFile(at(name), "new", OWN)),
      {
        code: "file-exists",
        message: `${at(name)} is there already, and ward doesn't write over it`,
        hint: `edit it, or move it away: ${at(name)}`,
        exit: 1,
      },
    );
  }
  assert.equal(readFileSync(at("file"), "utf8"), "mine");
  assert.equal(existsSync(at("nowhere")), false);
});

test("where others could swap it, or it can't be, nothing is written", (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  mkdirSync(at("open"));
  chmodSync(at("open"), 0o777);
  assert.deepEqual(
    fault(() => createPrivateFile(at("open/d/a"), "new", OWN)),
    {
      code: "directory-not-private",
      message: `${at("open")} can be written by everybody (mode 0777), so nothing is written below it`,
      hint: `run: chmod go-w ${at("open")}`,
      exit: 125,
    },
  );
  assert.equal(existsSync(at("open/d/a")), false);
  writeFileSync(at("file"), "");
  symlinkSync(at("nowhere"), at("dangling"));
  for (const [name, words] of [
    ["file", "a part of the path is not a directory"],
    ["dangling", "no such file or directory"],
  ]) {
    assert.deepEqual(
      fault(() => createPrivateFile(at(`${name}/d/a`), "new", OWN)),
      {
        code: "file-unwritable",
        message: `${at(`${name}/d/a`)} can't be written: ${words}`,
        hint: `look at: ls -ld ${at(`${name}/d`)}`,
        exit: 125,
      },
    );
  }
});

test("PATH becomes a search path of what only the user and root choose", { skip: !isRoot }, (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  const modes = {
    good: 0o755,
    open: 0o757,
    sticky: 0o1777,
    group: 0o775,
    alone: 0o775,
    theirs: 0o755,
  };
  for (const [name, mode] of Object.entries(modes)) {
    mkdirSync(join(at(name), "bin"), { recursive: true });
    chmodSync(at(name), mode);
  }
  mkdirSync(at("repo/.git"), { recursive: true });
  mkdirSync(at("repo/usual"));
  chownSync(at("theirs"), NOBODY, 0);
  chownSync(at("group"), 0, NOBODY);
  writeFileSync(at("file"), "");
  symlinkSync(at("open"), at("link"));
  const names = ["good", "good/", "open", "open/bin", "sticky", "sticky/bin", "group", "alone"];
  const more = ["theirs", "link", "file", "none", "repo/usual", "repo/.git", "good/../good"];
  const path = ["", ...[...names, ...more].map(at), ".", "bin", "~/bin", "/"].join(":");
  const { kept, leftOut } = chooseSearchPath(path, [at("repo/usual")], ACCOUNT);
  assert.deepEqual(kept, [at("good"), at("sticky/bin"), at("alone"), at("repo/usual"), "/"]);
  const everybody = `can be written by everybody (mode 0757)`;
  assert.deepEqual(
    leftOut.map(({ entry, why }) => [
      entry.replace(`${directory}/`, ""),
      why.replaceAll(directory, "~"),
    ]),
    [
      ["", "is empty, which means the working directory"],
      ["open", everybody],
      ["open/bin", `leads to ~/open, which ${everybody}`],
      ["sticky", "can be written by everybody (mode 1777)"],
      ["group", `can be written by the members of group ${NOBODY} (mode 0775)`],
      ["theirs", `belongs to user ${NOBODY}, not to root`],
      ["link", `leads to ~/open, which ${everybody}`],
      ["file", "is not a directory"],
      ["none", "can't be looked at: no such file or directory"],
      ["repo/.git", "lies inside the project ~/repo"],
      [".", "is relative"],
      ["bin", "is relative"],
      ["~/bin", "is relative"],
    ],
  );
  assert.equal(lstatSync(at("link")).isSymbolicLink(), true);
});
