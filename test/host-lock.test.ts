// The lock between processes: nobody is in it beside another, a dead holder frees it, a live one is waited for.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { dropDraft, withLock } from "../src/host/lock.ts";
import { skipWithoutNamespaces } from "./fixtures/needed.ts";
import { ownDirectory } from "./host-place.ts";

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
  assert.equal(existsSync(lock), true);
  const file = join(directory, "count");
  writeFileSync(file, "0");
  writeFileSync(`${file}.lock`, readFileSync(lock));
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
  const world = JSON.parse(withLock(lock, () => readFileSync(lock, "utf8"))).world;
  const left = (nonce: string) => JSON.stringify({ pid: Number(dead), started: "1", world, nonce });
  writeFileSync(lock, left("0123456789abcdef"));
  writeFileSync(`${lock}.over-0123456789abcdef`, left("fedcba9876543210"));
  assert.equal(
    withLock(lock, () => 1, 0),
    1,
  );
  assert.deepEqual(readdirSync(directory), []);
});

test("T39: a process id that another process has got since frees the lock", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  const held = JSON.parse(withLock(lock, () => readFileSync(lock, "utf8")));
  writeFileSync(lock, JSON.stringify({ ...held, started: "1" }));
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
  const before = readFileSync(lock, "utf8");
  assert.throws(() => withLock(lock, () => assert.fail("two in one lock"), 50), {
    code: "lock-held",
    exit: 125,
    message: `process ${holder.pid} holds ${lock} and does not let go`,
  });
  assert.equal(readFileSync(lock, "utf8"), before);
});

test("T39: a lock from another boot or container is believed for a minute", (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "x.lock");
  const foreign = { pid: 1, started: "1", world: "elsewhere", nonce: "0123456789abcdef" };
  writeFileSync(lock, JSON.stringify(foreign));
  assert.throws(() => withLock(lock, () => 1, 0), { code: "lock-held" });
  writeFileSync(lock, "");
  assert.throws(() => withLock(lock, () => 1, 0), { code: "lock-held" });
  for (const when of ["2 minutes ago", "2 hours"]) {
    writeFileSync(lock, JSON.stringify(foreign));
    spawnSync("touch", ["-d", when, lock]);
    assert.equal(
      withLock(lock, () => 1, 0),
      1,
      when,
    );
  }
});

test("a lock is as old as its hold, seen from another container: not as old as a draft that was kept", {
  skip: skipWithoutNamespaces(),
}, (t) => {
  const directory = ownDirectory(t);
  const lock = join(directory, "trust.json.lock");
  const isKept = true;
  const before = Date.now() - 2 * 60 * 60 * 1000;
  const clock = t.mock.method(Date, "now", () => before);
  withLock(lock, () => {}, { isKept });
  clock.mock.restore();
  const [draft = ""] = readdirSync(directory);
  spawnSync("touch", ["-d", "2 hours ago", join(directory, draft)]);
  const container = ["-rpf", process.execPath, driver, directory, "try"];
  const seen = withLock(lock, () => spawnSync("unshare", container).stdout.toString(), { isKept });
  assert.equal(seen, "lock-held");
  dropDraft(lock);
  assert.deepEqual(readdirSync(directory), []);
});

test("the lock is let go when the work throws", (t) => {
  const lock = join(ownDirectory(t), "x.lock");
  assert.throws(() => withLock(lock, () => assert.fail("no")), /no/);
  assert.equal(existsSync(lock), false);
});

test("where no lock can be made the fault says so", (t) => {
  const lock = join(ownDirectory(t), "missing/x.lock");
  assert.throws(() => withLock(lock, () => 1), { code: "lock-unwritable", exit: 125 });
});
