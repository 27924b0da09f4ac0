// An open file without a name: who gets its descriptor reads all of it, and nothing of it is left on the disk.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
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

test("without a place in memory it is made among temporary files, and its name is gone at once", {
  skip: skipWithoutNamespaces(),
}, (t) => {
  const directory = ownDirectory(t);
  const url = pathToFileURL(resolve("build/src/host/nameless-file.js")).href;
  const script = `
    const { namelessFile } = await import(${JSON.stringify(url)});
    const { readFileSync, readlinkSync } = await import("node:fs");
    const fd = namelessFile(Buffer.from("text"));
    console.log(readlinkSync("/proc/self/fd/" + fd));
    console.log(readFileSync(fd, "utf8"));`;
  // /dev/shm is read-only in a mount namespace of its own.
  const hidden = `mount -t tmpfs -o ro none /dev/shm; exec "$0" --input-type=module -e '${script}'`;
  const { stdout, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", hidden, process.execPath], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: directory },
  });
  const [path = "", text] = stdout.split("\n");
  assert.equal(stderr, "");
  assert.match(path, new RegExp(`^${join(directory, "ward-")}[0-9a-f]{32} \\(deleted\\)$`));
  assert.equal(text, "text");
  assert.deepEqual(readdirSync(directory), []);
});
