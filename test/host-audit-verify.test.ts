// A trail that somebody changed: each way to do it is found, and the row is named.
import assert from "node:assert/strict";
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openTrail } from "../src/host/audit-trail.ts";
import { rechain, TrailRoom } from "./trail-room.ts";

/** Eight rows: four runs. */
function filled(room: TrailRoom): TrailRoom {
  for (const word of ["a", "b", "c", "d"]) room.run(word);
  return room;
}

test("a trail that nobody touched holds, and its ends are named", async (t) => {
  const room = filled(new TrailRoom(t));
  const rows = room.rows();
  const { findings, start, newest, ...rest } = await room.verify();
  const expected = { files: 1, rows: 8, torn: 0, sinceHead: null, findingCount: 0 };
  assert.deepEqual({ findings, ...rest }, { findings: [], ...expected });
  assert.deepEqual([start?.prev, start?.hash], [null, rows[0]?.hash]);
  assert.deepEqual([newest?.prev, newest?.hash], [rows[6]?.hash, rows[7]?.hash]);
  assert.equal((await room.verify(rows[5]?.hash ?? "")).sinceHead, 2);
});

test("every byte that is edited is found in its row", async (t) => {
  const room = new TrailRoom(t);
  for (const word of ["a", "\ufffd"]) room.run(word);
  const bytes = readFileSync(room.place.file);
  const ids = room.rows().map(({ id }) => id);
  const lineOf = (at: number) => bytes.subarray(0, at).toString("latin1").split("\n").length;
  for (let at = 0; at < bytes.length; at += at % 5 === 0 ? 3 : 4) {
    // Another digit, another letter, no UTF-8 at all, a blank, a newline.
    const wrong = [(bytes[at] ?? 0) ^ 1, 0xff, 0x20, 0x0a][at % 4] ?? 0;
    if (wrong === bytes[at]) continue;
    const edited = Buffer.from(bytes);
    edited[at] = wrong;
    writeFileSync(room.place.file, edited);
    const found = (await room.verify()).findings;
    const line = lineOf(at);
    const named = found.some((one) => one.line === line || one.id === ids[line - 1]);
    assert.ok(named, `byte ${at} of line ${line}: ${JSON.stringify(found)}`);
  }
});

test("a row that is removed is found in front of the next one", async (t) => {
  const room = filled(new TrailRoom(t));
  const lines = room.lines();
  const ids = room.rows().map(({ id }) => id);
  for (let at = 1; at < 7; at += 1) {
    room.write(lines.toSpliced(at, 1));
    assert.deepEqual(await room.findings(), [`removed ${at + 1} ${ids[at + 1]}`], `row ${at}`);
    room.write(lines.toSpliced(at, 2));
    const two = at + 2 < 8 ? [`removed ${at + 1} ${ids[at + 2]}`] : [];
    assert.deepEqual(await room.findings(), two, `rows ${at} and ${at + 1}`);
  }
});

test("rows that change places are found", async (t) => {
  const room = filled(new TrailRoom(t));
  const lines = room.lines();
  const ids = room.rows().map(({ id }) => id);
  const move = (from: number, to: number) => {
    const [line = ""] = lines.slice(from, from + 1);
    return lines.toSpliced(from, 1).toSpliced(to, 0, line);
  };
  room.write(move(2, 3));
  assert.deepEqual(await room.findings(), [`moved 3 ${ids[3]}`]);
  room.write(move(1, 5));
  const far = await room.findings();
  assert.ok(far.includes(`moved 6 ${ids[1]}`) || far.includes(`removed 2 ${ids[2]}`), String(far));
  room.write(move(7, 0));
  assert.notDeepEqual(await room.findings(), []);
});

test("a row that is put in is found, whatever it claims to follow", async (t) => {
  const room = filled(new TrailRoom(t));
  const lines = room.lines();
  const rows = room.rows();
  const [, , third, fourth] = rows;
  assert.ok(third !== undefined && fourth !== undefined);
  const forged = { ...third, verb: "ward.forged", id: "0195aaaa-0000-7000-8000-000000000000" };
  const claims = { fitting: third.hash, none: null, wrong: "0".repeat(64), older: rows[0]?.hash };
  for (const [claim, prev] of Object.entries(claims)) {
    const [line = ""] = rechain([{ ...forged, prev: prev ?? null }]);
    room.write(lines.toSpliced(3, 0, line));
    const found = await room.findings();
    assert.deepEqual(found, [`inserted 4 ${forged.id}`], claim);
  }
  room.write(lines.toSpliced(5, 0, lines[2] ?? ""));
  assert.deepEqual(await room.findings(), [`inserted 6 ${third.id}`], "a copy");
  room.write([...lines.slice(0, 3), "", ...lines.slice(3)]);
  assert.deepEqual(await room.findings(), ["broken 4 null"], "an empty line");
  room.write([...lines.slice(0, 3), '{"decision":"allow"}', ...lines.slice(3)]);
  assert.deepEqual(await room.findings(), ["broken 4 null"], "no row");
});

test("an end that was cut off is found by a head that was kept elsewhere", async (t) => {
  const room = filled(new TrailRoom(t));
  const head = room.rows().at(-1)?.hash ?? "";
  const lines = room.lines();
  room.write(lines.slice(0, 6));
  assert.deepEqual((await room.verify()).findingCount, 0, "without a head nobody can know");
  assert.equal((await room.verify(head)).sinceHead, -1);
  room.run("e");
  assert.deepEqual((await room.verify()).findingCount, 0);
  assert.equal((await room.verify(head)).sinceHead, -1);
});

test("a trail that was chained anew is found by a head that was kept elsewhere", async (t) => {
  const room = filled(new TrailRoom(t));
  const rows = room.rows();
  const head = rows.at(-1)?.hash ?? "";
  room.write(rechain(rows.toSpliced(2, 2)));
  assert.equal((await room.verify()).findingCount, 0);
  assert.equal((await room.verify(head)).sinceHead, -1);
});

test("a row that was edited and hashed anew breaks the link behind it", async (t) => {
  const room = filled(new TrailRoom(t));
  const rows = room.rows();
  const lines = room.lines();
  const [second] = rows.slice(1, 2);
  assert.ok(second !== undefined);
  const [line = ""] = rechain([{ ...second, verb: "ward.harmless" }]);
  room.write(lines.toSpliced(1, 1, line));
  assert.deepEqual(await room.findings(), [`removed 3 ${rows[2]?.id}`]);
});

test("a torn line is accounted for by the row behind it, and only that very line", async (t) => {
  const room = filled(new TrailRoom(t));
  const torn = `${room.lines()[0]?.slice(0, 100)}é`;
  appendFileSync(room.place.file, torn);
  assert.deepEqual(
    [(await room.verify()).torn, await room.findings()],
    [1, []],
    "nobody wrote behind it yet",
  );
  room.run("later");
  const after = await room.verify();
  assert.deepEqual([after.torn, after.rows, after.findings], [1, 10, []]);
  const behind = room.rows().at(-2);
  assert.equal(behind?.torn?.bytes, Buffer.byteLength(torn));
  assert.equal(behind?.prev, JSON.parse(room.lines()[7] ?? "").hash);
  const lines = room.lines();
  room.write(lines.toSpliced(8, 1, `${torn}!`));
  assert.deepEqual((await room.findings()).length, 1);
  room.write(lines.toSpliced(8, 1));
  assert.deepEqual(await room.findings(), [`removed 9 ${behind?.id}`]);
});

test("whatever length a torn row has, the chain goes on behind it", async (t) => {
  const room = new TrailRoom(t);
  room.run("a");
  room.run("b");
  const whole = readFileSync(room.place.file);
  const from = whole.lastIndexOf("\n", whole.length - 2) + 1;
  for (let length = from + 1; length < whole.length; length += 23) {
    writeFileSync(room.place.file, whole);
    truncateSync(room.place.file, length);
    room.begin("c");
    room.run("d");
    const { findings, torn, rows } = await room.verify();
    assert.deepEqual({ findings, torn, rows }, { findings: [], torn: 1, rows: 6 });
  }
});

/** One change to the lines of one or two files, by numbers that a generator chose. */
type Change = (files: string[][], numbers: readonly number[]) => void;

const at = (list: readonly unknown[], number: number) => number % Math.max(1, list.length);

const CHANGES: readonly Change[] = [
  // Removed, copied elsewhere, swapped with another.
  (files, [file = 0, row = 0]) => void files[at(files, file)]?.splice(row % 6, 1),
  (files, [file = 0, row = 0, other = 0, place = 0]) => {
    const line = files[at(files, file)]?.[row % 6];
    if (line !== undefined) files[at(files, other)]?.splice(place % 7, 0, line);
  },
  (files, [file = 0, row = 0, other = 0, place = 0]) => {
    const [here, there] = [files[at(files, file)] ?? [], files[at(files, other)] ?? []];
    const [one, two] = [here[row % 6], there[place % 6]];
    if (one === undefined || two === undefined) return;
    here[row % 6] = two;
    there[place % 6] = one;
  },
  // Edited and hashed anew, or put in behind the row that it claims to follow.
  (files, [file = 0, row = 0]) => {
    const lines = files[at(files, file)] ?? [];
    const line = lines[row % 6];
    if (line === undefined) return;
    lines[row % 6] = rechain([{ ...JSON.parse(line), verb: "ward.z" }])[0] ?? "";
  },
  (files, [file = 0, row = 0]) => {
    const lines = files[at(files, file)] ?? [];
    const line = lines[row % 6];
    if (line === undefined) return;
    const { hash, ...rest } = JSON.parse(line);
    lines.splice(
      (row % 6) + 1,
      0,
      rechain([{ ...rest, verb: "ward.z", prev: hash, hash }])[0] ?? "",
    );
  },
  // A new file out of the beginning of another.
  (files, [file = 0, row = 0]) => {
    files.unshift((files[at(files, file)] ?? []).slice(0, 1 + (row % 6)));
  },
];

test("no change to a trail of several files passes, but for its end and its oldest files", async (t) => {
  const room = new TrailRoom(t);
  const beginAnew = () =>
    openTrail({ ...room.recorder, limits: { ...room.recorder.limits, fullBytes: 1 } });
  const texts: string[][] = [];
  for (let file = 0; file < 3; file += 1) {
    if (file > 0) beginAnew();
    for (const word of ["a", "b", "c"]) room.run(word);
    texts.push(room.lines());
  }
  const [oldest = [], middle = [], current = []] = texts;
  const all = texts.flat();
  const names = [oldest, middle].map((lines) => `${JSON.parse(lines[0] ?? "").id}.jsonl`);
  const put = (files: readonly string[][]) => {
    for (const name of readdirSync(room.place.own).filter((one) => one.endsWith(".jsonl")))
      rmSync(join(room.place.own, name));
    const added = files.length - 3;
    files.forEach((lines, index) => {
      const id = `00000000-0000-7000-8000-00000000000${index}.jsonl`;
      const name = index < added ? id : ([...names, "current.jsonl"][index - added] ?? id);
      if (lines.length > 0) room.write(lines, join(room.place.own, name));
    });
  };
  const numbers = fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 });
  const changes = fc.array(fc.tuple(fc.constantFrom(...CHANGES), numbers), {
    minLength: 1,
    maxLength: 3,
  });
  const check = async (chosen: readonly (readonly [Change, readonly number[]])[]) => {
    const files = [[...oldest], [...middle], [...current]];
    for (const [change, given] of chosen) change(files, given);
    put(files);
    const lines = files.flat();
    // What nobody can know without a head: rows from some row on are missing, or others; the oldest ones may be gone.
    const isOwn = [0, 1, 6, 7, 12, 13].some((from) => {
      const rest = all.slice(from);
      const same = lines.findIndex((line, index) => line !== rest[index]);
      return same < 0 || (same > 0 && !lines.slice(same).some((line) => all.includes(line)));
    });
    assert.ok((await room.verify()).findingCount > 0 || isOwn, JSON.stringify(files, null, 1));
  };
  await fc.assert(fc.asyncProperty(changes, check), { numRuns: 300 });
});
