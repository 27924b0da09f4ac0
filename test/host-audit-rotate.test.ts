// A trail of many files: begun where they are full or a day is over, compressed, dropped, and one chain through all of them.
import assert from "node:assert/strict";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { closeRow, openRow } from "../src/host/audit.ts";
import { tidyTrail } from "../src/host/audit-tidy.ts";
import { openTrail } from "../src/host/audit-trail.ts";
import { ENTRY, rechain, SUCCESS, TrailRoom } from "./trail-room.ts";

const KEEP = 20;
const rotatedIn = ({ place }: TrailRoom) =>
  readdirSync(place.own)
    .filter((name) => /^[0-9a-f-]{36}(\.\d+)?\.jsonl(\.gz)?$/.test(name))
    .sort();

test("a full file is renamed after its first row, and the chain runs through all files", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 4000 });
  const first = room.run("0");
  for (let index = 1; index < 12; index += 1) room.run(String(index));
  const names = rotatedIn(room);
  assert.ok(names.length >= 2, String(names));
  assert.equal(names[0], `${first}.jsonl`);
  const whole = await room.verify();
  assert.deepEqual([whole.files, whole.rows, whole.findings], [names.length + 1, 24, []]);
  tidyTrail(room.place, KEEP);
  assert.deepEqual(
    rotatedIn(room),
    names.map((name) => `${name}.gz`),
  );
  const { rows, findings, newest } = await room.verify();
  assert.deepEqual([rows, findings, newest], [24, [], whole.newest]);
  assert.equal(statSync(join(room.place.own, `${first}.jsonl.gz`)).mode & 0o777, 0o600);
  room.run("more");
  assert.deepEqual((await room.verify()).findings, []);
});

test("a call that began before the new file ends in it, and no file takes another's name", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 1 });
  const row = openRow({ ...ENTRY, decision: "allow" }, openTrail(room.recorder));
  room.run("between");
  assert.equal(closeRow(row, SUCCESS), null);
  const phases = room.rows().map(({ id, phase }) => (id === row.id ? `${phase} long` : phase));
  assert.deepEqual(phases, ["decided", "finished", "finished long"]);
  // The rotated file is left out of the chain's next file only by name: the long call's end may be first in one.
  room.write(rechain(room.rows().slice(2)));
  renameSync(room.place.file, join(room.place.own, "moved"));
  renameSync(join(room.place.own, `${row.id}.jsonl`), join(room.place.own, `${row.id}.jsonl.gz`));
  renameSync(join(room.place.own, "moved"), room.place.file);
  room.run("next");
  assert.ok(rotatedIn(room).includes(`${row.id}.1.jsonl`), String(rotatedIn(room)));
});

test("a writer that was killed between the old file and the new one breaks nothing", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 1 });
  room.run("a");
  openTrail(room.recorder);
  assert.equal(statSync(room.place.file).size, 0);
  unlinkSync(room.place.file);
  room.run("b");
  assert.deepEqual((await room.verify()).findings, []);
});

test("a compressor that was killed leaves one file to read, and the next one cleans up", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 4000 });
  for (let index = 0; index < 8; index += 1) room.run(String(index));
  const [name = ""] = rotatedIn(room);
  const plain = join(room.place.own, name);
  writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain)));
  writeFileSync(`${plain}.gz.tmp`, "half");
  const { rows, findings } = await room.verify();
  assert.deepEqual([rows, findings], [16, []]);
  tidyTrail(room.place, KEEP);
  assert.equal(existsSync(plain), false);
  assert.deepEqual((await room.verify()).rows, 16);
});

test("drafts of calls that were killed go after an hour, and nothing else does", (t) => {
  const room = new TrailRoom(t);
  room.run("a");
  const at = (name: string) => join(room.place.own, name);
  const drafts = ["policies.json", "head.json", "redaction.key"].map(
    (name) => `${name}.0123456789abcdef.tmp`,
  );
  const others = ["notes.tmp", "head.json.0123456789abcdef", "policies.json.tmp"];
  for (const name of [...drafts, ...others]) {
    writeFileSync(at(name), "x");
    utimesSync(at(name), Date.now() / 1000, Date.now() / 1000 - 2 * 60 * 60);
  }
  const young = "policies.json.fedcba9876543210.tmp";
  writeFileSync(at(young), "x");
  tidyTrail(room.place, KEEP);
  assert.deepEqual(readdirSync(room.place.own).sort(), ["current.jsonl", ...others, young].sort());
});

test("a file that was replaced, removed or changed is found by the first row behind it", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 4000 });
  for (let index = 0; index < 12; index += 1) room.run(String(index));
  tidyTrail(room.place, KEEP);
  const [one = "", two = ""] = rotatedIn(room).map((name) => join(room.place.own, name));
  const original = readFileSync(two);
  const lines = gunzipSync(original).toString().split("\n").slice(0, -1);
  const rows = lines.map((line) => JSON.parse(line));
  const put = (text: readonly string[]) =>
    writeFileSync(two, gzipSync(text.map((line) => `${line}\n`).join("")));

  put(rechain(rows.toSpliced(1, 2)));
  const replaced = await room.verify();
  assert.deepEqual(
    replaced.findings.map(({ kind, line }) => `${kind} ${line}`),
    ["unlinked 1"],
  );
  assert.notEqual(replaced.findings[0]?.file, two);

  put(lines.slice(0, -1));
  assert.deepEqual(
    (await room.verify()).findings.map(({ kind }) => kind),
    ["unlinked"],
  );
  unlinkSync(two);
  assert.deepEqual(
    (await room.verify()).findings.map(({ kind, line }) => `${kind} ${line}`),
    ["unlinked 1"],
  );
  writeFileSync(two, original.subarray(0, original.length - 40));
  assert.ok((await room.verify()).findings.some(({ kind }) => kind === "unreadable"));
  writeFileSync(two, original);
  assert.deepEqual(await room.findings(), []);

  unlinkSync(one);
  const later = await room.verify();
  assert.deepEqual(later.findings, [], "the oldest file may have been dropped");
  assert.deepEqual([later.start?.prev, later.start?.hash], [rows[0]?.prev, rows[0]?.hash]);
});

/** Moves a trail's first row to another time, and links what follows to it. */
function redate(room: TrailRoom, milliseconds: number): void {
  const hex = milliseconds.toString(16).padStart(12, "0");
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  room.write(rechain(room.rows().map((row, index) => (index === 0 ? { ...row, id } : row))));
}

const DAY = 24 * 60 * 60 * 1000;

test("a new day begins a new file where that is asked for, and a clock that went back does not", async (t) => {
  const daily = new TrailRoom(t, { isDaily: true });
  daily.run("a");
  daily.run("b");
  assert.deepEqual(rotatedIn(daily), []);
  redate(daily, Date.now() - DAY);
  daily.run("c");
  assert.equal(rotatedIn(daily).length, 1);
  redate(daily, Date.now() + 3 * DAY);
  daily.run("d");
  assert.equal(rotatedIn(daily).length, 1);
  const bySize = new TrailRoom(t);
  bySize.run("a");
  redate(bySize, Date.now() - 9 * DAY);
  bySize.run("b");
  assert.deepEqual(rotatedIn(bySize), []);
});

test("files whose names are in another order than the chain still hold", async (t) => {
  const room = new TrailRoom(t, { fullBytes: 1 });
  room.run("a");
  redate(room, Date.now() + 300 * DAY);
  room.run("b");
  room.run("c");
  const [later = "", first = ""] = rotatedIn(room);
  assert.equal(later, first.replace(".jsonl", ".1.jsonl"), "names go on behind the latest");
  const at = (name: string) => join(room.place.own, name);
  renameSync(at(later), at("00000000-0000-7000-8000-000000000000.1.jsonl"));
  const { findings, start, newest } = await room.verify();
  assert.deepEqual(findings, []);
  assert.equal(start?.prev, null);
  assert.equal(newest?.hash, room.rows().at(-1)?.hash);
});

test("nothing younger than 30 days goes; of the older files the newest stay", (t) => {
  const room = new TrailRoom(t, { fullBytes: 1 });
  for (let index = 0; index < 9; index += 1) room.run(String(index));
  tidyTrail(room.place, 2);
  const names = rotatedIn(room);
  assert.equal(names.length, 8);
  const age = (name: string, days: number) => {
    const when = new Date(Date.now() - days * DAY);
    utimesSync(join(room.place.own, name), when, when);
  };
  for (const name of names.slice(0, 5)) age(name, 31);
  for (const name of names.slice(5)) age(name, 29);
  tidyTrail(room.place, 2);
  assert.deepEqual(rotatedIn(room), names.slice(3));
});

test("a trail that has taken its space refuses calls, and drops nothing", (t) => {
  const room = new TrailRoom(t, { space: 70 * 1024, fullBytes: 2000 });
  let runs = 0;
  const untilFull = () => {
    for (; runs < 100; runs += 1) room.run(String(runs));
  };
  assert.throws(untilFull, {
    code: "audit-full",
    exit: 125,
    message: `the audit trail in ${room.place.own} has taken its audit-space of 70 KiB, so nothing was run`,
    hint: `raise audit-space in config.kdl, or keep the oldest files elsewhere: ls -l ${room.place.own}`,
  });
  assert.ok(runs > 1);
  const files = rotatedIn(room).length;
  assert.throws(() => room.refuse("x"), { code: "audit-full" });
  assert.equal(rotatedIn(room).length, files);
  const [oldest = ""] = rotatedIn(room);
  rmSync(join(room.place.own, oldest));
  room.run("again");
});
