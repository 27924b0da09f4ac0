// The built wardctl on a trail that somebody changed: exit 1, and the row is named with its file and line, in words that the page on the trail has.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { tidyTrail } from "../src/host/audit-tidy.ts";
import { openTrail } from "../src/host/audit-trail.ts";
import type { AuditRow, Linked } from "../src/model/audit-row.ts";
import { Place } from "./program-place.ts";
import { rechain, TrailRoom } from "./trail-room.ts";

interface Trail {
  readonly place: Place;
  readonly room: TrailRoom;
  /** What `head` printed when all rows were there: the hash. */
  readonly head: string;
  /** The one file that is full. */
  readonly full: string;
  readonly lines: readonly string[];
  readonly rows: readonly Linked<AuditRow>[];
}

/** Six rows in a full file and six in the current one. */
function makeTrail(t: TestContext): Trail {
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  for (const word of ["a", "b", "c"]) room.run(word);
  openTrail({ ...room.recorder, limits: { ...room.recorder.limits, fullBytes: 1 } });
  tidyTrail(room.place, 20);
  for (const word of ["d", "e", "f"]) room.run(word);
  const [name = ""] = readdirSync(room.place.own).filter((one) => one.endsWith(".gz"));
  const { exit, stdout } = place.wardctl("audit", "head");
  const [head = "", count] = stdout.trim().split(" ");
  assert.deepEqual([exit, count], [0, "12"]);
  const full = join(room.place.own, name);
  return { place, room, head, full, lines: room.lines(), rows: room.rows() };
}

/** What was said of single rows, the place's own path left out, and whether the chain holds. */
function said({ place }: Trail, ...more: string[]): { exit: number | null; lines: string[] } {
  const { exit, stdout } = place.wardctl("audit", "verify", ...more);
  const lines = stdout.trim().replaceAll(`${place.state}/audit/`, "").split("\n");
  return { exit, lines: lines.filter((line) => !/^(?:starts with|ends with|head: )/.test(line)) };
}

const HOLDS = "12 rows in 2 files: the chain holds";
const broken = (rows: number) => `${rows} rows in 2 files: the chain does not hold`;

function nameOf(row: Linked<AuditRow> | undefined, file: string, line: number): string {
  return `${file}:${line}: row ${row?.id} (${row?.phase}, ${row?.verb}, ${row?.at})`;
}

const REMOVED = "does not follow what stands in front of it: a row was removed or replaced there";
const UNLINKED =
  "does not follow the file before it: rows, or a whole file, were removed or replaced";

/** Each way to tamper → what is said then. */
const WAYS: Record<string, (trail: Trail) => readonly string[]> = {
  "an edited byte": ({ room, lines, rows }) => {
    room.write(lines.with(2, (lines[2] ?? "").replace('"x","e"', '"x","E"')));
    const what = "was edited: it is not the row that was written";
    return [`${nameOf(rows[2], "current.jsonl", 3)} ${what}`, broken(12)];
  },
  "a row that is no row any more": ({ room, lines, rows }) => {
    room.write(lines.with(2, (lines[2] ?? "").slice(1)));
    return [`${nameOf(rows[2], "current.jsonl", 3)} is no row any more`, broken(11)];
  },
  "a deleted row": ({ room, lines, rows }) => {
    room.write(lines.toSpliced(2, 1));
    const stands = `row ${rows[1]?.id} stands there now`;
    return [`${nameOf(rows[3], "current.jsonl", 3)} ${REMOVED}; ${stands}`, broken(11)];
  },
  "two swapped rows": ({ room, lines, rows }) => {
    room.write(lines.with(2, lines[3] ?? "").with(3, lines[2] ?? ""));
    const before = `its place is in front of row ${rows[4]?.id}`;
    const what = `stands in the wrong place; ${before}`;
    return [`${nameOf(rows[3], "current.jsonl", 3)} ${what}`, broken(12)];
  },
  "an inserted row": ({ room, lines, rows }) => {
    const forged = {
      ...(rows[2] as Linked<AuditRow>),
      prev: rows[2]?.prev ?? null,
      verb: "ward.y",
    };
    room.write(lines.toSpliced(3, 0, rechain([forged])[0] ?? ""));
    const what = "was put in: the chain does not lead through it";
    return [`${nameOf(forged, "current.jsonl", 4)} ${what}`, broken(13)];
  },
  "a replaced full file": ({ full, rows }) => {
    const old = gunzipSync(readFileSync(full)).toString().trim().split("\n");
    const kept = old.map((line) => JSON.parse(line) as Linked<AuditRow>).toSpliced(2, 2);
    writeFileSync(full, gzipSync(`${rechain(kept).join("\n")}\n`));
    const front = `${full} is what comes before it`;
    return [`${nameOf(rows[0], "current.jsonl", 1)} ${UNLINKED}; ${front}`, broken(10)];
  },
  "a full file that lost its first rows": ({ full }) => {
    const old = gunzipSync(readFileSync(full)).toString().split("\n");
    writeFileSync(full, gzipSync(old.slice(2).join("\n")));
    const row = JSON.parse(old[2] ?? "");
    const name = basename(full).slice(0, 36);
    const was = `the file is named after row ${name}`;
    return [`${nameOf(row, full, 1)} ${REMOVED}; ${was}`, broken(10)];
  },
  "a file that branches off": ({ place, full, rows }) => {
    const old = gunzipSync(readFileSync(full)).toString().trim().split("\n");
    const last = JSON.parse(old.at(-1) ?? "") as Linked<AuditRow>;
    const id = "ffffffff-0000-7000-8000-000000000000";
    const forged = { ...(rows[0] as Linked<AuditRow>), id, verb: "ward.y", prev: last.hash };
    const file = join(place.state, `audit/${id}.jsonl`);
    writeFileSync(file, `${rechain([forged])[0]}\n`);
    const what = "was put in: the chain does not lead through it";
    const other = `${place.state}/audit/current.jsonl follows the same row`;
    return [
      `${nameOf(forged, file, 1)} ${what}; ${other}`,
      "13 rows in 3 files: the chain does not hold",
    ];
  },
  "a copy of a full file": ({ place, full, lines, room }) => {
    room.write(lines);
    const [first = ""] = gunzipSync(readFileSync(full)).toString().split("\n");
    const id = "00000000-0000-7000-8000-000000000000";
    const file = join(place.state, `audit/${id}.jsonl.gz`);
    writeFileSync(file, readFileSync(full));
    const row = JSON.parse(first);
    return [
      `${nameOf(row, file, 1)} ${REMOVED}; the file is named after row ${id}`,
      `${nameOf(row, full, 1)} ${UNLINKED}; ${file} is what comes before it`,
      "18 rows in 3 files: the chain does not hold",
    ];
  },
};

for (const [way, tamper] of Object.entries(WAYS)) {
  test(`verify names the row: ${way}`, (t) => {
    const trail = makeTrail(t);
    assert.deepEqual(said(trail), { exit: 0, lines: [HOLDS] });
    const lines = tamper(trail).map((line) => line.replaceAll(`${trail.place.state}/audit/`, ""));
    assert.deepEqual(said(trail), { exit: 1, lines });
  });
}

const NOWHERE =
  "the head that was asked for is nowhere: the end was cut off, or the trail was written anew";

test("verify --head finds a tail that was cut off, and a trail that was chained anew; without it neither can be known", (t) => {
  const cut = makeTrail(t);
  const asked = said(cut, "--head", cut.head);
  assert.deepEqual(asked, {
    exit: 0,
    lines: [HOLDS, "the head that was asked for is there, 0 rows back"],
  });
  cut.room.write(cut.lines.slice(0, 4));
  assert.deepEqual(said(cut), { exit: 0, lines: ["10 rows in 2 files: the chain holds"] });
  assert.deepEqual(said(cut, "--head", cut.head), { exit: 1, lines: [broken(10), NOWHERE] });

  const anew = makeTrail(t);
  const old = gunzipSync(readFileSync(anew.full)).toString().trim().split("\n");
  const rows = [...old.map((line) => JSON.parse(line)), ...anew.rows];
  const lines = rechain(rows.with(1, { ...rows[1], verb: "ward.harmless" }));
  writeFileSync(anew.full, gzipSync(`${lines.slice(0, 6).join("\n")}\n`));
  anew.room.write(lines.slice(6));
  assert.deepEqual(said(anew), { exit: 0, lines: [HOLDS] });
  assert.deepEqual(said(anew, "--head", anew.head), { exit: 1, lines: [broken(12), NOWHERE] });
});

test("the page on the trail has the words that verify says", () => {
  const page = readFileSync("docs/audit.md", "utf8");
  for (const words of [
    ...["was edited", "is no row any more", "stands in the wrong place"],
    ...["does not follow what stands in front of it", "does not follow the file before it"],
    "was put in: the chain does not lead through it",
  ]) {
    assert.ok(page.includes(`\`${words}`), words);
  }
});
