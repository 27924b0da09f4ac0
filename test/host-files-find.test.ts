// Which files of which place are found, and what stands there for one that can't be believed.
import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { type FoundFile, findGuardfiles } from "../src/host/find-guardfiles.ts";
import type { Project } from "../src/host/project.ts";
import { isRoot, NOBODY, ownDirectory } from "./host-place.ts";

interface Places {
  readonly root: string;
  readonly system: string;
  readonly config: string;
  readonly find: (project?: Project) => unknown;
}

function places(t: TestContext): Places {
  const root = ownDirectory(t);
  const [system, config] = [join(root, "etc"), join(root, "config")];
  const directories = { system, account: readAccount(), config, state: null, notices: [] };
  const short = (text: string) => text.replaceAll(root, "~");
  const show = ({ place, path, file, fault }: FoundFile) => [
    place,
    short(path),
    file === null ? short(fault.message) : Buffer.from(file.bytes).toString(),
  ];
  const find = (project: Project | null = null) => findGuardfiles(directories, project).map(show);
  return { root, system, config, find };
}

test("no directory is no file", (t) => {
  assert.deepEqual(places(t).find(), []);
});

test("the three places in order, each sorted, config.kdl and hidden files left out", {
  skip: !isRoot,
}, (t) => {
  const { root, system, config, find } = places(t);
  for (const directory of [system, config]) {
    mkdirSync(directory);
    for (const name of ["b.kdl", "a.kdl", "config.kdl", ".c.kdl", "d.kdl~", "e.txt", "kdl"]) {
      writeFileSync(join(directory, name), name);
    }
  }
  writeFileSync(join(root, "Guardfile"), "p");
  const project = { root: join(root, "p"), guardfiles: [join(root, "Guardfile")], passedOver: [] };
  assert.deepEqual(find(project), [
    ["system", "~/etc/a.kdl", "a.kdl"],
    ["system", "~/etc/b.kdl", "b.kdl"],
    ["user", "~/config/a.kdl", "a.kdl"],
    ["user", "~/config/b.kdl", "b.kdl"],
    ["project", "~/Guardfile", "p"],
  ]);
});

test("one bad file is a fault of its own, a bad directory one for all in it", (t) => {
  const { config, find } = places(t);
  mkdirSync(config);
  mkdirSync(join(config, "dir.kdl"));
  symlinkSync("nowhere", join(config, "dangling.kdl"));
  writeFileSync(join(config, "good.kdl"), "good");
  writeFileSync(join(config, "open.kdl"), "open");
  chmodSync(join(config, "open.kdl"), 0o666);
  writeFileSync(join(config, "long.kdl"), "x".repeat(256 * 1024 + 1));
  writeFileSync(join(config, "whole.kdl"), "");
  assert.deepEqual(find(), [
    [
      "user",
      "~/config/dangling.kdl",
      "~/config/dangling.kdl can't be opened: no such file or directory",
    ],
    ["user", "~/config/dir.kdl", "~/config/dir.kdl is a directory, not a regular file"],
    ["user", "~/config/good.kdl", "good"],
    ["user", "~/config/long.kdl", "~/config/long.kdl is larger than 262144 bytes"],
    ["user", "~/config/open.kdl", "~/config/open.kdl can be written by everybody (mode 0666)"],
    ["user", "~/config/whole.kdl", ""],
  ]);
  chmodSync(config, 0o777);
  assert.deepEqual(find(), [
    ["user", "~/config", "~/config can be written by everybody (mode 0777)"],
  ]);
});

test("a directory behind a link into nowhere was meant to be there", (t) => {
  const { root, config, find } = places(t);
  symlinkSync(join(root, "unmounted"), config);
  const fault = ["user", "~/config", "~/config can't be read: no such file or directory"];
  assert.deepEqual(find(), [fault]);
  mkdirSync(join(root, "unmounted"));
  assert.deepEqual(find(), []);
});

test("a file where the directory should be is a fault", (t) => {
  const { config, find } = places(t);
  writeFileSync(config, "");
  const why = "~/config can't be read: a part of the path is not a directory";
  assert.deepEqual(find(), [["user", "~/config", why]]);
});

test("the system's files are root's alone; the user's may be root's", { skip: !isRoot }, (t) => {
  const { system, config, find } = places(t);
  for (const directory of [system, config]) {
    mkdirSync(directory);
    writeFileSync(join(directory, "a.kdl"), "a");
    chownSync(join(directory, "a.kdl"), NOBODY, 0);
  }
  assert.deepEqual(find(), [
    ["system", "~/etc/a.kdl", `~/etc/a.kdl belongs to user ${NOBODY}, not to root`],
    ["user", "~/config/a.kdl", `~/config/a.kdl belongs to user ${NOBODY}, not to root`],
  ]);
  for (const directory of [system, config]) {
    chownSync(join(directory, "a.kdl"), 0, 0);
    chmodSync(join(directory, "a.kdl"), 0o664);
  }
  assert.deepEqual(find(), [
    ["system", "~/etc/a.kdl", "~/etc/a.kdl can be written by the members of group 0 (mode 0664)"],
    ["user", "~/config/a.kdl", "a"],
  ]);
});

test("a project's file is read whatever its mode, and a FIFO there hangs nobody", (t) => {
  const { root, find } = places(t);
  const files = ["Guardfile", "a.guardfile.kdl"].map((name) => join(root, name));
  writeFileSync(files[0] ?? "", "x");
  chmodSync(files[0] ?? "", 0o666);
  mkdirSync(files[1] ?? "");
  assert.deepEqual(find({ root, guardfiles: files, passedOver: [] }), [
    ["project", "~/Guardfile", "x"],
    ["project", "~/a.guardfile.kdl", "~/a.guardfile.kdl is a directory, not a regular file"],
  ]);
});

test("the user's directory inside the project chooses nothing", (t) => {
  const { root, config, find } = places(t);
  mkdirSync(config);
  writeFileSync(join(config, "a.kdl"), "a");
  const why = "~/config/a.kdl lies inside the project ~, which may not choose its own policy";
  assert.deepEqual(find({ root, guardfiles: [], passedOver: [] }), [
    ["user", "~/config/a.kdl", why],
  ]);
});
