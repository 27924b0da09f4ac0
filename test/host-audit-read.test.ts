// The trail read back: pairs, what never finished, what was torn, and many writers at once.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Follower } from "../src/host/audit-follow.ts";
import { readNewest, readRows } from "../src/host/audit-read.ts";
import { tidyTrail } from "../src/host/audit-tidy.ts";
import { WardFault } from "../src/model/fault.ts";
import { ownDirectory } from "./host-place.ts";
import { TrailRoom } from "./trail-room.ts";

const FIXTURE = join(process.cwd(), "build/test/fixtures/host-audit.js");

const decided = (id: string, decision = "allow") =>
  JSON.stringify({ v: 1, id, at: "", phase: "decided", verb: "w", decision, argv: [id] });
const finished = (id: string) =>
  JSON.stringify({ v: 1, id, at: "", phase: "finished", verb: "w", outcome: {}, exit: 0 });

/** The calls of a file as `id state`, those without a decided row in brackets. */
function seen(file: string, count?: number): unknown {
  const { calls, damaged } = readRows(file, count);
  const show = ({ id, state, decided }: (typeof calls)[number]) =>
    decided === null ? `(${id}) ${state}` : `${id} ${state}`;
  return { calls: calls.map(show), damaged };
}

test("rows are paired by id, in the order of their decisions", (t) => {
  const file = join(ownDirectory(t), "x");
  const rows = [decided("a"), decided("b"), decided("c", "deny"), finished("b"), finished("z")];
  writeFileSync(file, `${rows.join("\n")}\n`);
  const calls = ["a unfinished", "b finished", "c refused", "(z) finished"];
  assert.deepEqual(seen(file), { calls, damaged: 0 });
});

test("no file is no call; what is no file is a fault", (t) => {
  const directory = ownDirectory(t);
  assert.deepEqual(seen(join(directory, "none")), { calls: [], damaged: 0 });
  const fifo = join(directory, "fifo");
  execFileSync("mkfifo", [fifo]);
  for (const [path, kind] of [
    [directory, "a directory"],
    [fifo, "a FIFO"],
  ] as const) {
    assert.throws(
      () => readRows(path),
      (error: unknown) => {
        assert.ok(error instanceof WardFault);
        const { message, exit } = error;
        const expected = `the audit trail ${path} is ${kind}, not a regular file`;
        assert.deepEqual({ message, exit }, { message: expected, exit: 125 });
        return true;
      },
    );
  }
});

test("a torn end, a row behind a torn one and nonsense are counted, the rest is read", (t) => {
  const file = join(ownDirectory(t), "x");
  const torn = decided("torn").slice(0, 30);
  const lines = [
    decided("a"),
    `${torn}${decided("b")}`,
    "",
    "null",
    "[]",
    `{"v":2,"id":"n"}`,
    `{"v":1,"id":"n","at":"","verb":"","phase":"other"}`,
    `{"v":1,"id":"n","at":"","verb":"","phase":"decided","decision":"perhaps","argv":[]}`,
    decided("c"),
    torn,
  ];
  writeFileSync(file, lines.join("\n"));
  assert.deepEqual(seen(file), {
    calls: ["a unfinished", "b unfinished", "c unfinished"],
    damaged: 7,
  });
});

test("every length that a torn last line can have is survived, by reader and next writer", (t) => {
  const state = ownDirectory(t);
  mkdirSync(join(state, "audit"));
  const file = join(state, "audit/current.jsonl");
  const whole = `${decided("a")}\n${decided("b")}`;
  for (let length = decided("a").length + 2; length < whole.length; length += 1) {
    writeFileSync(file, whole);
    truncateSync(file, length);
    assert.deepEqual(seen(file), { calls: ["a unfinished"], damaged: 1 });
  }
  execFileSync(process.execPath, [FIXTURE, "run", state]);
  const { calls, damaged } = readRows(file);
  assert.deepEqual(
    calls.map(({ state }) => state),
    ["unfinished", "finished"],
  );
  assert.equal(damaged, 1);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 5);
});

test("the newest calls are read from the end, however long the file and its lines", (t) => {
  const file = join(ownDirectory(t), "x");
  const filler = "x".repeat(3000);
  for (let index = 0; index < 1000; index += 1) {
    appendFileSync(
      file,
      `${decided(`${index}`).replace(`"w"`, `"${filler}"`)}\n${finished(`${index}`)}\n`,
    );
  }
  const last = (count: number) =>
    Array.from({ length: count }, (_, at) => `${1000 - count + at} finished`);
  for (const count of [1, 20, 500, 1000]) {
    assert.deepEqual(seen(file, count), { calls: last(count), damaged: 0 });
  }
  assert.deepEqual(seen(file, 5000), { calls: last(1000), damaged: 0 });
});

test("the end of a call that began before the part that is read is not shown as a call", (t) => {
  const file = join(ownDirectory(t), "x");
  writeFileSync(file, `${decided("old")}\n`);
  const filler = `${decided("filler").replace(`"w"`, `"${"x".repeat(30_000)}"`)}\n`;
  appendFileSync(file, filler.repeat(20));
  appendFileSync(file, `${finished("old")}\n${decided("new")}\n`);
  const calls = ["filler unfinished", "new unfinished"];
  assert.deepEqual(seen(file, 2), { calls, damaged: 0 });
});

test("what was added is read once, a line without its end when it has one, also over a new file", (t) => {
  const directory = ownDirectory(t);
  const file = join(directory, "x");
  const none = new Follower(file, readRows(file, 0).next);
  assert.deepEqual(none.take(), { rows: [], damaged: 0 });
  const half = decided("b").slice(0, 30);
  writeFileSync(file, `${decided("a")}\n${half}`);
  const idsOf = (follower: Follower) => {
    const { rows, damaged } = follower.take();
    return { ids: rows.map(({ id }) => id), damaged };
  };
  assert.deepEqual(idsOf(none), { ids: ["a"], damaged: 0 }, "a file that came later");
  const { next, damaged } = readRows(file, 0);
  assert.deepEqual([next.offset, damaged], [decided("a").length + 1, 1]);
  const follower = new Follower(file, next);
  assert.deepEqual(idsOf(follower), { ids: [], damaged: 0 });
  appendFileSync(file, `${decided("b").slice(30)}\nnonsense\n${finished("a")}\n`);
  assert.deepEqual(idsOf(follower), { ids: ["b", "a"], damaged: 1 });
  assert.deepEqual(idsOf(follower), { ids: [], damaged: 0 });
  appendFileSync(file, `${decided("late")}\n`);
  renameSync(file, `${file}.full`);
  writeFileSync(file, `${decided("c")}\n`);
  assert.deepEqual(idsOf(follower), { ids: ["late", "c"], damaged: 0 });
  for (const one of [none, follower]) one.close();
});

test("the newest calls are taken from as many files as it needs", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 3000 });
  for (let index = 0; index < 12; index += 1) room.run(String(index));
  room.begin("open");
  tidyTrail(room.place, 20);
  const words = async (count: number) =>
    (await readNewest(room.place, count)).calls.map(({ decided, state }) => {
      const argv = decided?.argv as string[];
      return `${argv[2]} ${state}`;
    });
  const all = [...Array.from({ length: 12 }, (_, at) => `${at} finished`), "open unfinished"];
  for (const count of [0, 1, 5, 12, 13, 50]) {
    assert.deepEqual(await words(count), count === 0 ? [] : all.slice(-count), String(count));
  }
});

test("rows of many processes at once are all there and none is torn", async (t) => {
  const state = ownDirectory(t);
  const children = Array.from({ length: 16 }, () =>
    spawn(process.execPath, [FIXTURE, "race", state], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const ends = children.map((child) => once(child, "exit"));
  await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
  for (const { stdin } of children) stdin.end();
  assert.deepEqual(await Promise.all(ends), Array(16).fill([0, null]));
  const { calls, damaged } = readRows(join(state, "audit/current.jsonl"));
  assert.equal(damaged, 0);
  assert.equal(calls.length, 16 * 13);
  assert.deepEqual([...new Set(calls.map((call) => call.state))], ["finished"]);
  assert.equal(new Set(calls.map(({ id }) => id)).size, 16 * 13);
});
