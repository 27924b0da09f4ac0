// An open file without a name: who gets its descriptor reads all of it, and nothing of it is left on the disk.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { namelessFile } from "../src/host/nameless-file.ts";
import { skipWithoutNamespaces } from "./fixtures/needed.ts";
import { ownDirectory } from "./host-place.ts";

test("a child reads it from the start, whatever was written by then", () => {
  const bytes = Buffer.from("one\0two\n".repeat(40_000));
  const fd = namelessFile(bytes);
  const { stdout } = spawnSync("cat", ["/proc/self/fd/3"], {
    stdio: ["ignore", "pipe", "inherit", fd],
    maxBuffer: 1e9,
  });
  assert.deepEqual(stdout, bytes);
  assert.equal(fstatSync(fd).nlink, 0, "it has no name");
  assert.equal(fstatSync(fd).mode & 0o777, 0o600);
  closeSync(fd);
});

const HIDDEN: readonly (readonly [name: string, mount: string, tmpdir: string | null])[] = [
  ["memory that can't be written", "mount -t tmpfs -o ro none /dev/shm", null],
  [
    "memory that is full",
    "mount -t tmpfs -o size=4k none /dev/shm; head -c 4096 /dev/zero > /dev/shm/f",
    null,
  ],
  ["no place named either", "mount -t tmpfs -o ro none /dev/shm", "/nowhere"],
  ["a relative place named", "mount -t tmpfs -o ro none /dev/shm", "here"],
];

for (const [name, mount, tmpdir] of HIDDEN) {
  test(`${name}: it is made among temporary files, and its name is gone at once`, {
    skip: skipWithoutNamespaces(),
  }, (t) => {
    const directory = ownDirectory(t);
    const { stdout, stderr } = inNamespace(mount, tmpdir ?? directory);
    const [path = "", text] = stdout.split("\n");
    assert.equal(stderr, "");
    const where = tmpdir === null ? directory : "/tmp";
    assert.match(path, new RegExp(`^${where}/ward-[0-9a-f]{32} \\(deleted\\)$`));
    assert.equal(text, "text");
    assert.deepEqual(readdirSync(directory), []);
  });
}

test("without any place the fault names all of them", { skip: skipWithoutNamespaces() }, () => {
  // The repository may lie in /tmp itself: it has to stay in sight.
  const tmp = "mount --bind /tmp /tmp; mount -o remount,bind,ro /tmp";
  const mount = `mount -t tmpfs -o ro none /dev/shm; ${tmp}`;
  const { stderr } = inNamespace(mount, "/nowhere");
  assert.match(stderr, /no temporary file can be made in \/dev\/shm, \/nowhere or \/tmp: /);
});

/** Mounts of its own: the machine's stay as they are. */
function inNamespace(mount: string, tmpdir: string) {
  const url = pathToFileURL(resolve("build/src/host/nameless-file.js")).href;
  const script = `
    const { namelessFile } = await import(${JSON.stringify(url)});
    const { readFileSync, readlinkSync } = await import("node:fs");
    const fd = namelessFile(Buffer.from("text"));
    console.log(readlinkSync("/proc/self/fd/" + fd));
    console.log(readFileSync(fd, "utf8"));`;
  const command = `${mount}; exec "$0" --input-type=module -e '${script}'`;
  return spawnSync("unshare", ["-rm", "sh", "-c", command, process.execPath], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: tmpdir },
  });
}
