// The exported rows, read by programs that are not ours: a CSV reader, a CEF parser, syslog, a schema of OTLP.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { rowHash } from "../src/host/audit-chain.ts";
import { skipUnless } from "./fixtures/needed.ts";
import { noValidator, validated } from "./json-schema.ts";
import { Place } from "./program-place.ts";
import { noRsyslog, Rsyslog } from "./rsyslog.ts";
import { TrailRoom } from "./trail-room.ts";

const HOSTILE = [
  "=cmd|' /C calc'!A0",
  "+1",
  "@SUM(1)",
  'say "hi", now; ok',
  "a\nb\r\tc",
  "\u001b[31m\u202e",
  'x|y=z\\ ]"',
  "é ü 漢",
];

/** A trail of a run, and of refusals with words that mean something to the readers. */
function filled(t: TestContext): { place: Place; room: TrailRoom } {
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  room.run("plain");
  for (const word of HOSTILE) room.refuse(word, { verb: word, rule: `${word}:1`, guardfile: word });
  return { place, room };
}

function exported(place: Place, format: string): string {
  const { exit, stdout, stderr } = place.wardctl("audit", "export", "--format", format);
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" });
  assert.doesNotMatch(
    stdout,
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
    "moves no terminal",
  );
  return stdout;
}

const linesOf = (text: string) => text.split("\n").slice(0, -1);

test("jsonl: each row as it is, and its hash holds", (t) => {
  const { place, room } = filled(t);
  const rows = linesOf(exported(place, "jsonl")).map((line) => JSON.parse(line));
  assert.deepEqual(rows, room.rows());
  for (const row of rows) assert.equal(row.hash, rowHash(row));
});

const noCsv = skipUnless(existsSync("/usr/bin/python3"), "python3 is not installed");

test("csv: a line a call, every cell text for a spreadsheet", { skip: noCsv }, (t) => {
  const { place, room } = filled(t);
  const script = "import csv,json,sys; print(json.dumps(list(csv.DictReader(sys.stdin))))";
  const input = exported(place, "csv");
  const calls = JSON.parse(
    execFileSync("/usr/bin/python3", ["-c", script], { input, encoding: "utf8" }),
  );
  assert.equal(calls.length, 1 + HOSTILE.length);
  const [run, ...refused] = calls;
  const [decided, finished] = room.rows();
  const picked = ({ id, state, verb, decision, exit, outcome }: Record<string, string>) => ({
    ...{ id, state, verb, decision, exit, outcome },
  });
  assert.deepEqual(picked(run), {
    id: decided?.id,
    state: "finished",
    verb: "ward.x",
    decision: "allow",
    exit: "0",
    outcome: "success",
  });
  assert.equal(run.ended_at, finished?.at);
  assert.deepEqual(JSON.parse(run.argv), ["ward", "x", "plain"]);
  const verbs = refused.map(({ verb }: { verb: string }) => verb);
  assert.deepEqual(verbs.slice(0, 4), [
    "'=cmd|' /C calc'!A0",
    "'+1",
    "'@SUM(1)",
    'say "hi", now; ok',
  ]);
  assert.deepEqual(verbs.slice(4, 6), ["a\\u{a}b\\u{d}\\u{9}c", "\\u{1b}[31m\\u{202e}"]);
});

const noCef = skipUnless(existsSync("/usr/bin/lognormalizer"), "liblognorm-utils is not installed");

test("cef: a parser of CEF reads the fields back", { skip: noCef }, (t) => {
  const { place, room } = filled(t);
  const rules = join(place.root, "cef.rb");
  writeFileSync(rules, "version=2\nrule=:%f:cef%\n");
  const input = exported(place, "cef");
  const { stdout } = spawnSync("lognormalizer", ["-r", rules, "-e", "json"], {
    input,
    encoding: "utf8",
  });
  const events = linesOf(stdout).map((line) => JSON.parse(line).f);
  const rows = room.rows();
  assert.equal(events.length, rows.length);
  const [run, end, formula] = events;
  assert.deepEqual(
    [run.DeviceVendor, run.DeviceProduct, run.SignatureID, run.Severity],
    ["ward", "ward", "decided", "1"],
  );
  assert.equal(run.Name, "allowed: ward x plain");
  assert.deepEqual(
    [run.Extensions.externalId, run.Extensions.act, run.Extensions.cs1],
    [rows[0]?.id, "allow", "ward.x"],
  );
  // liblognorm 2.0.6 takes the first letter of the first name away.
  const time = run.Extensions.rt ?? run.Extensions.t;
  assert.equal(Number(time), Date.parse(rows[0]?.at ?? ""));
  assert.deepEqual([end.SignatureID, end.Extensions.outcome], ["finished", "success"]);
  assert.deepEqual([formula.Extensions.reason, formula.Severity], ["never", "6"]);
  const piped = events.find(({ Extensions }: { Extensions: { cs1: string } }) =>
    Extensions.cs1.startsWith("x|y"),
  );
  assert.equal(piped.Extensions.cs1, 'x|y=z\\ ]"');
});

test("otlp-json: requests that fit the protocol's own shape, with each row whole", {
  skip: noValidator,
}, (t) => {
  const { place, room } = filled(t);
  const lines = linesOf(exported(place, "otlp-json"));
  assert.deepEqual(
    validated("test/cases/audit/otlp-logs.schema.json", lines),
    lines.map(() => "ok"),
  );
  const records = lines.flatMap((line) => JSON.parse(line).resourceLogs[0].scopeLogs[0].logRecords);
  const attribute = (
    record: { attributes: { key: string; value: { stringValue: string } }[] },
    name: string,
  ) => record.attributes.find(({ key }) => key === name)?.value.stringValue;
  const rows = room.rows();
  assert.deepEqual(
    records.map((record) => JSON.parse(attribute(record, "ward.row") ?? "")),
    rows,
  );
  assert.deepEqual(
    records.slice(0, 3).map((record) => [record.severityNumber, attribute(record, "event.name")]),
    [
      [9, "ward.decided"],
      [9, "ward.finished"],
      [13, "ward.decided"],
    ],
  );
  assert.equal(records[0].timeUnixNano, `${Date.parse(rows[0]?.at ?? "")}000000`);
});

test("syslog: rsyslog parses every message as RFC 5424", {
  skip: noRsyslog,
}, async (t) => {
  const { place, room } = filled(t);
  const server = await Rsyslog.make(t);
  await server.start();
  const socket = connect(server.ports.tcp, "127.0.0.1");
  socket.end(exported(place, "syslog"));
  await once(socket.resume(), "close");
  const rows = room.rows();
  const received = await server.receives(rows.length);
  assert.deepEqual(
    received.map(({ message }) => JSON.parse(message)),
    rows,
  );
  assert.deepEqual(new Set(received.map(({ app }) => app)), new Set(["ward"]));
  const data = received.at(-2)?.data ?? "";
  assert.ok(data.includes('verb="x|y=z\\\\ \\]\\""'), data);
});
