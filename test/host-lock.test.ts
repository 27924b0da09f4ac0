// The lock between processes: nobody is in it beside another, a dead holder frees it, a live one is waited for.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withLock } from "../src/host/lock.ts";
import { skipUnless, skipWithoutNamespaces } from "./fixtures/needed.ts";
import { ownDirectory } from "./host-place.ts";

/** Kernels before 5.6 have none, and many containers forbid them. */
function skipWithoutTimeNamespaces(): string | false {
  const isThere = spawnSync("unshare", ["-r", "--time", "--fork", "true"]).status === 0;
  return skipUnless(isThere, "there can be no time namespaces here");
}

const driver = fileURLToPath(new URL("fixtures/store-driver.js", import.meta.url));

function start(...words: string[]): ChildProcess {
  return spawn(process.execPath, [driver, ...words], { stdio: ["ignore", "pipe", "inherit"] });
}

async function holding(directory: string): Promise<ChildProcess> {
  const child = start(directory, "hold", "60000");
  const [text] = await once(child.stdout as NodeJS.ReadableStream, "data");
  assert.equal(String(text), "held\n");
  return child;
}

test("T39: many processes at once: no count is lost, nothing is left", async (t) => {
  const directory = ownDirectory(t);
  const file = join(directory, "count");
  writeFileSync(file, "0");
  const children = Array.from({ length: 8 }, () => start(directory, "count", file, "40"));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  assert.deepEqual(codes, Array(8).fill(0));
  assert.equal(readFileSync(file, "utf8"), "320");
  assert.deepEqual(readdirSync(directory), ["count"]);
});

test("T39: the lock of a holder that was killed is taken over, by one process at a time", async (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "trust.json.lock");
  const holder = await holding(directory);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const file = join(directory, "count");
  writeFileSync(file, "0");
  symlinkSync(readlinkSync(lock), `${file}.lock`);
  const children = Array.from({ length: 8 }, () => start(directory, "count", file, "10"));
  await Promise.all(children.map((child) => once(child, "exit")));
  assert.equal(readFileSync(file, "utf8"), "80");
  assert.equal(
    withLock(lock, () => "mine", 0),
    "mine",
  );
  assert.deepEqual(readdirSync(directory), ["count"]);
});

test("T39: a take-over that was itself killed does not block the next one", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  const dead = spawnSync(process.execPath, ["-p", "process.pid"], {
    encoding: "utf8",
  }).stdout.trim();
  const [, world] = withLock(lock, () => readlinkSync(lock)).split(" ");
  const left = (nonce: string) => `${dead} ${world} ${nonce} 1`;
  symlinkSync(left("0123456789ab"), lock);
  symlinkSync(left("fedcba987654"), `${lock}.over-0123456789ab`);
  assert.equal(
    withLock(lock, () => 1, 0),
    1,
  );
  assert.deepEqual(readdirSync(directory), []);
});

test("T39: a process id that another process has got since frees the lock", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  symlinkSync(`${withLock(lock, () => readlinkSync(lock))}1`, lock);
  assert.equal(
    withLock(lock, () => 1, 0),
    1,
  );
});

test("T39: a live holder is not robbed, and the wait ends with the holder named", async (t) => {
  const directory = ownDirectory(t);
  const holder = await holding(directory);
  t.after(() => holder.kill("SIGKILL"));
  holder.kill("SIGSTOP");
  const lock = join(directory, "trust.json.lock");
  const before = readlinkSync(lock);
  assert.throws(() => withLock(lock, () => assert.fail("two in one lock"), 50), {
    code: "lock-held",
    exit: 125,
    message: `process ${holder.pid} holds ${lock} and does not let go`,
  });
  assert.equal(readlinkSync(lock), before);
});

test("T39: a lock from another boot or container is believed for a minute", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  for (const text of ["1 elsewhere 0123456789ab 1", "no lock of ward's"]) {
    symlinkSync(text, lock);
    assert.throws(() => withLock(lock, () => 1, 0), { code: "lock-held" });
    for (const when of ["2 minutes ago", "2 hours"]) {
      rmSync(lock, { force: true });
      symlinkSync(text, lock);
      spawnSync("touch", ["-h", "-d", when, lock]);
      assert.equal(
        withLock(lock, () => 1, 0),
        1,
        when,
      );
    }
  }
  assert.deepEqual(readdirSync(directory), []);
});

test("a lock is as old as its hold, seen from another container", {
  skip: skipWithoutNamespaces(),
}, (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "trust.json.lock");
  const container = ["-rpf", process.execPath, driver, directory, "try"];
  const seen = withLock(lock, () => spawnSync("unshare", container).stdout.toString());
  assert.equal(seen, "lock-held");
  assert.deepEqual(readdirSync(directory), []);
});

test("a lock that was written where links can't be made is judged as one", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  const held = withLock(lock, () => readlinkSync(lock));
  writeFileSync(lock, `${held}1`);
  assert.equal(
    withLock(lock, () => 1, 0),
    1,
  );
  writeFileSync(lock, held);
  assert.throws(() => withLock(lock, () => 1, 0), { code: "lock-held" });
  assert.deepEqual(readdirSync(directory), ["x.lock"]);
});

test("what stands in the lock's place is not waited for, nor followed", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  spawnSync("mkfifo", [lock]);
  assert.throws(() => withLock(lock, () => 1, 0), { code: "lock-held" });
  rmSync(lock);
  mkdirSync(lock);
  assert.throws(() => withLock(lock, () => 1, 0), { code: "lock-unwritable" });
});

test("who is held up sees that the lock was taken, and leaves the other's alone", (t) => {
  const lock = join(ownDirectory(t), "x.lock");
  const other = "7 elsewhere 0123456789ab 1";
  const seen = withLock(lock, (isOurs) => {
    const before = isOurs();
    rmSync(lock);
    symlinkSync(other, lock);
    return [before, isOurs()];
  });
  assert.deepEqual(seen, [true, false]);
  assert.equal(readlinkSync(lock), other);
});

test("the same process id in another time namespace is another world", {
  skip: skipWithoutTimeNamespaces(),
}, (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "trust.json.lock");
  const later = [
    "-r",
    "--time",
    "--boottime",
    "100000",
    "--fork",
    process.execPath,
    driver,
    directory,
    "try",
  ];
  const seen = withLock(lock, () => spawnSync("unshare", later).stdout.toString());
  assert.equal(seen, "lock-held");
});

test("who holds a lock is named where it means something here", (t) => {
  const lock = join(ownDirectory(t), "x.lock");
  const told = (text: string) => {
    symlinkSync(text, lock);
    try {
      return withLock(lock, () => "taken", 0);
    } catch (thrown) {
      return (thrown as { message: string; hint: string }).message.replace(lock, "LOCK");
    } finally {
      rmSync(lock, { force: true });
    }
  };
  assert.deepEqual(["1 elsewhere 0123456789ab 1", "rubbish"].map(told), [
    "a process of another boot, machine or container (1 there) holds LOCK and does not let go",
    "something else than ward holds LOCK and does not let go",
  ]);
});

test("the lock is let go when the work throws", (t) => {
  const lock = join(ownDirectory(t), "x.lock");
  assert.throws(() => withLock(lock, () => assert.fail("no")), /no/);
  assert.throws(() => readlinkSync(lock), { code: "ENOENT" });
});

test("where no lock can be made the fault says so", (t) => {
  const lock = join(ownDirectory(t), "missing/x.lock");
  assert.throws(() => withLock(lock, () => 1), { code: "lock-unwritable", exit: 125 });
});
