// A file is believed only where the right person alone can have written it, and nothing in its place makes ward wait.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { type Ownership, ownershipOf } from "../src/host/ownership.ts";
import { type ReadRules, readTrustedFile } from "../src/host/read-file.ts";
import { WardFault } from "../src/model/fault.ts";
import { asUser, isRoot, NOBODY, ownDirectory } from "./host-place.ts";

const OWN = ownershipOf(readAccount());
const rules = (more: Partial<ReadRules> = {}): ReadRules => ({
  ownership: OWN,
  maxBytes: 100,
  outside: null,
  exit: 78,
  ...more,
});

/** What a person is told: the fault without its class and stack, the test's directory as `~`. */
function told(directory: string, read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    if (!(error instanceof WardFault)) throw error;
    const { code, message, hint, exit } = error;
    const short = (text: string | undefined) => text?.replaceAll(directory, "~");
    return { code, message: short(message), hint: short(hint), exit };
  }
  return null;
}

test("a private file is read whole, with its hash and its real place", (t) => {
  const directory = ownDirectory(t);
  const file = join(directory, "a.kdl");
  writeFileSync(file, "x".repeat(100));
  symlinkSync(file, join(directory, "link.kdl"));
  const sha256 = createHash("sha256").update("x".repeat(100)).digest("hex");
  const read = readTrustedFile(join(directory, "link.kdl"), rules());
  assert.deepEqual(
    { ...read, bytes: Buffer.from(read.bytes).toString() },
    {
      path: join(directory, "link.kdl"),
      realpath: file,
      bytes: "x".repeat(100),
      sha256,
      uid: process.geteuid?.(),
    },
  );
});

test("what is no regular file is named, and nobody waits for it", async (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  mkdirSync(at("dir"));
  execFileSync("mkfifo", [at("fifo")]);
  const server = createServer().listen(at("socket"));
  t.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  symlinkSync(at("loop"), at("loop"));
  symlinkSync("/dev/null", at("device"));
  const opened = (name: string, why: string) => ({
    code: "file-unreadable",
    message: `~/${name} can't be opened: ${why}`,
    hint: `look at: ls -ld ~/${name}`,
    exit: 78,
  });
  const irregular = (name: string, kind: string) => ({
    code: "file-not-regular",
    message: `~/${name} is ${kind}, not a regular file`,
    hint: "move it away, or put a file in its place",
    exit: 78,
  });
  const found = Object.fromEntries(
    ["dir", "fifo", "device", "socket", "loop", "none"].map((name) => [
      name,
      told(directory, () => readTrustedFile(at(name), rules())),
    ]),
  );
  assert.deepEqual(found, {
    dir: irregular("dir", "a directory"),
    fifo: irregular("fifo", "a FIFO"),
    device: irregular("device", "a device"),
    socket: opened("socket", "it is a socket, or a FIFO that nobody reads"),
    loop: opened("loop", "it is a symbolic link, or a circle of them"),
    none: opened("none", "no such file or directory"),
  });
});

test("one byte over the limit is too big", (t) => {
  const directory = ownDirectory(t);
  writeFileSync(join(directory, "a"), "x".repeat(101));
  assert.deepEqual(
    told(directory, () => readTrustedFile(join(directory, "a"), rules())),
    {
      code: "file-too-big",
      message: "~/a is larger than 100 bytes",
      hint: "split it, or cut it down",
      exit: 78,
    },
  );
});

/** Owner and mode of the file and of its directory, and what is wrong with them. */
const WRITERS = [
  { file: 0o644, dir: 0o755, wrong: null },
  { file: 0o600, dir: 0o700, wrong: null },
  { file: 0o444, dir: 0o555, wrong: null },
  { file: 0o646, dir: 0o755, wrong: "~/d/a can be written by everybody (mode 0646)" },
  { file: 0o644, dir: 0o757, wrong: "~/d can be written by everybody (mode 0757)" },
  { file: 0o644, dir: 0o1777, wrong: null },
];

for (const { file, dir, wrong } of WRITERS) {
  test(`mode ${file.toString(8)} in a directory of mode ${dir.toString(8)}`, (t) => {
    const directory = ownDirectory(t);
    const inner = join(directory, "d");
    mkdirSync(inner);
    writeFileSync(join(inner, "a"), "");
    chmodSync(join(inner, "a"), file);
    chmodSync(inner, dir);
    const got = told(directory, () => readTrustedFile(join(inner, "a"), rules()));
    chmodSync(inner, 0o755);
    const path = wrong?.split(" ")[0];
    const expected = { code: "file-not-private", message: wrong, hint: `run: chmod go-w ${path}` };
    assert.deepEqual(got, wrong === null ? null : { ...expected, exit: 78 });
  });
}

test("a group may write where it is the user's own and nobody else is in it", {
  skip: !isRoot,
}, (t) => {
  const directory = ownDirectory(t);
  const file = join(directory, "a");
  writeFileSync(file, "");
  chmodSync(file, 0o664);
  const as = (gid: number): Ownership => ({ ...OWN, ownGroup: { gid, member: OWN.name } });
  const read = (gid: number) =>
    told(directory, () => readTrustedFile(file, rules({ ownership: as(gid) })));
  const refused = (gid: number) => ({
    code: "file-not-private",
    message: `~/a can be written by the members of group ${gid} (mode 0664)`,
    hint: "run: chmod g-w ~/a",
    exit: 78,
  });
  assert.equal(read(0), null);
  assert.deepEqual(read(NOBODY), refused(0), "it is another group than the user's own");
  chownSync(file, 0, NOBODY);
  assert.deepEqual(read(NOBODY), refused(NOBODY), "nobody is in it too, by his primary group");
  chownSync(file, 0, 4242);
  assert.deepEqual(read(4242), refused(4242), "nothing lists it, so nobody knows who is in it");
});

test("a file, directory or link of another user", { skip: !isRoot }, (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  mkdirSync(at("theirs"));
  writeFileSync(at("theirs/a"), "");
  writeFileSync(at("b"), "");
  symlinkSync(at("b"), at("theirs/link"));
  symlinkSync("..", at("theirs/up"));
  chownSync(at("b"), NOBODY, NOBODY);
  chownSync(at("theirs"), NOBODY, NOBODY);
  const refused = (path: string) => ({
    code: "file-not-private",
    message: `${path} belongs to user ${NOBODY}, not to ${OWN.name}`,
    hint: `run: chown ${OWN.name} ${path}`,
    exit: 78,
  });
  const read = (name: string) => told(directory, () => readTrustedFile(at(name), rules()));
  assert.deepEqual(read("b"), refused("~/b"));
  assert.deepEqual(read("theirs/a"), refused("~/theirs"));
  chownSync(at("b"), 0, 0);
  assert.deepEqual(read("b"), null);
  assert.deepEqual(
    read("theirs/link"),
    refused("~/theirs"),
    "the way leads through their directory",
  );
  assert.deepEqual(read("theirs/up/b"), refused("~/theirs"), "even where it comes out again");
});

test("the project that ward was called in holds no policy of the user's, links followed", (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  mkdirSync(at("project"));
  mkdirSync(at("project-two"));
  for (const name of ["project/a", "project-two/a"]) writeFileSync(at(name), "");
  symlinkSync(at("project/a"), at("link"));
  const read = (name: string) =>
    told(directory, () => readTrustedFile(at(name), rules({ outside: at("project") })));
  assert.deepEqual(read("link"), {
    code: "file-in-project",
    message: "~/link lies inside the project ~/project, which may not choose its own policy",
    hint: "move it out of the project",
    exit: 78,
  });
  assert.equal(read("project-two/a"), null);
});

test("a user who may not read a file is told how to", { skip: !isRoot }, async (t) => {
  const directory = ownDirectory(t);
  chmodSync(directory, 0o755);
  const file = join(directory, "a b");
  writeFileSync(file, "");
  chmodSync(file, 0o000);
  chownSync(file, NOBODY, NOBODY);
  const read = await asUser(t, "host-files", ["read", file]);
  assert.deepEqual(read, {
    code: "file-unreadable",
    message: `${file} can't be opened: permission denied`,
    hint: `run: chmod u+r '${file}'`,
    exit: 78,
  });
});

test("in a sticky directory a link counts as much as the file it leads to", {
  skip: !isRoot,
}, (t) => {
  const directory = ownDirectory(t);
  const link = join(directory, "link");
  chmodSync(directory, 0o1777);
  writeFileSync(join(directory, "a"), "");
  symlinkSync("a", link);
  assert.equal(
    told(directory, () => readTrustedFile(link, rules())),
    null,
  );
  lchownSync(link, NOBODY, NOBODY);
  assert.deepEqual(
    told(directory, () => readTrustedFile(link, rules())),
    {
      code: "file-not-private",
      message: `~/link belongs to user ${NOBODY}, not to root`,
      hint: "run: chown root ~/link",
      exit: 78,
    },
  );
});

test("a rootless container's `nobody` is root where the directory can't be written", {
  skip: !isRoot,
}, async (t) => {
  const DAEMON = 1;
  const directory = ownDirectory(t);
  const [inner, file] = [join(directory, "d"), join(directory, "d/a")];
  chmodSync(directory, 0o755);
  mkdirSync(inner);
  writeFileSync(file, "");
  chownSync(file, DAEMON, DAEMON);
  chownSync(inner, NOBODY, DAEMON);
  const read = () => asUser(t, "host-files", ["read", file], DAEMON);
  assert.equal(await read(), file);
  chmodSync(inner, 0o775);
  assert.deepEqual(await read(), {
    code: "file-not-private",
    message: `${inner} belongs to user ${NOBODY}, not to daemon`,
    hint: `run: chown daemon ${inner}`,
    exit: 78,
  });
});
