// No secret in any record, refusal or outcome of the built ward; the child gets its words untouched.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { Place } from "./program-place.ts";
import { TrailRoom } from "./trail-room.ts";

const SECRET = "hunter2-and-more";
const POLICY = `wrap ward tool {
    exec marker
    redact-flag "--pin"
    can run go { deny-flag "--force" }
    can run only { allow-arg-re "[a-z]+" }
}
wrap ward asked {
    exec marker
    can run go
    only pass when shell echo "TOKEN=${SECRET}" is "TOKEN=*"
}
`;

function makePlace(t: TestContext): Place {
  const place = new Place(t);
  place.guardfile("tool", POLICY);
  return place;
}

const trailText = (place: Place) => readFileSync(join(place.state, "audit/current.jsonl"), "utf8");
const markIn = (text: string) => /\[redacted \d+ [0-9a-f]{8}\]/.exec(text)?.[0] ?? "";

test("a row has marks in place of secrets, equal ones for equal secrets; the child gets the secrets", (t) => {
  const place = makePlace(t);
  const words = ["--token", SECRET, `--x=https://kim:${SECRET}@h`, "--pin", "12345"];
  assert.equal(place.ward("tool", "go", ...words).exit, 0);
  assert.deepEqual(place.ran(), [`go ${words.join(" ")}`]);
  const [decided] = place.rows();
  const argv = decided?.argv as string[];
  const mark = markIn(String(argv));
  assert.match(mark, new RegExp(`^\\[redacted ${SECRET.length} `));
  const pin = argv.at(-1) ?? "";
  assert.match(pin, /^\[redacted 5 /);
  const shown = ["--token", mark, `--x=https://kim:${mark}@h`, "--pin", pin];
  assert.deepEqual(argv, ["ward", "tool", "go", ...shown]);
  const exec = decided?.exec as { argv: string[] };
  assert.deepEqual(exec.argv, ["marker", "go", ...shown]);
  place.ward("tool", "go", `PASSWORD=${SECRET}`);
  assert.equal(markIn(String(place.rows().at(-2)?.argv)), mark);
  assert.doesNotMatch(trailText(place), /hunter2/);
  const key = join(place.state, "audit/redaction.key");
  assert.equal(statSync(key).mode & 0o777, 0o600);
  assert.match(readFileSync(key, "utf8"), /^[0-9a-f]{64}\n$/);
  const elsewhere = makePlace(t);
  elsewhere.ward("tool", "go", "--token", SECRET);
  assert.notEqual(markIn(trailText(elsewhere)), mark, "another key, another mark");
});

test("without a secret no key is made", (t) => {
  const place = makePlace(t);
  place.ward("tool", "go", "--plain", "words", "-x");
  assert.throws(() => statSync(join(place.state, "audit/redaction.key")), { code: "ENOENT" });
});

test("a refusal shows marks in the call and in its reason, and so do row and outcome", (t) => {
  const place = makePlace(t);
  const cases: [string[], RegExp][] = [
    [["tool", "go", "--force", "--token", SECRET], /`--force` is denied/],
    [["tool", "only", `--password=${SECRET}`, `TOKEN=${SECRET}`], /does not match/],
    [["tool", "only", `https://kim:${SECRET}@h`], /does not match/],
    [["tool", "stop", "--token", SECRET], /is not granted/],
    [["tool", "go", "--token", `${SECRET}$x`], /\$/],
  ];
  for (const [words, why] of cases) {
    const { exit, stderr } = place.ward(...words);
    assert.equal(exit, 77);
    assert.match(stderr, why);
    assert.match(stderr, /\[redacted \d+ [0-9a-f]{8}\]/);
    assert.doesNotMatch(stderr, /hunter2/, stderr);
  }
  assert.doesNotMatch(trailText(place), /hunter2/);
  const told = spawnSync(
    process.execPath,
    [resolve("dist/ward.js"), "--outcome-fd", "3", "tool", "only", `TOKEN=${SECRET}`],
    { cwd: place.work, env: place.environment(), stdio: ["ignore", "pipe", "pipe", "pipe"] },
  );
  const outcome = String(told.output[3]);
  assert.match(outcome, /"kind":"policy_denied"/);
  assert.doesNotMatch(outcome, /hunter2/);
});

test("what a shell guard was asked and answered is redacted", (t) => {
  const place = makePlace(t);
  assert.equal(place.ward("asked", "go").exit, 0);
  const [row] = place.rows();
  const mark = markIn(JSON.stringify(row?.shell_facts));
  assert.deepEqual(row?.shell_facts, [{ argv: ["echo", `TOKEN=${mark}`], value: `TOKEN=${mark}` }]);
  assert.doesNotMatch(trailText(place), /hunter2/);
});

test("the hash of a clipped argv is that of the redacted words", (t) => {
  const place = makePlace(t);
  const filler = Array.from({ length: 40 }, (_, at) => String(at).repeat(1000));
  place.ward("tool", "go", "--token", SECRET, ...filler);
  const argv = place.rows()[0]?.argv as { head: string[]; count: number; bytes: number };
  const mark = argv.head[4] ?? "";
  assert.match(mark, /^\[redacted/);
  const bytes = ["ward", "tool", "go", "--token", mark, ...filler].join("").length;
  assert.deepEqual([argv.count, argv.bytes], [45, bytes]);
});

test("where there can be no key nothing that is secret runs", (t) => {
  const place = makePlace(t);
  place.ward("tool", "go");
  const key = join(place.state, "audit/redaction.key");
  writeFileSync(key, "spoilt\n", { mode: 0o600 });
  const before = place.ran().length;
  const { exit, stderr } = place.ward("tool", "go", "--token", SECRET);
  assert.deepEqual(
    { exit, stderr },
    {
      exit: 125,
      stderr: `ward: ${key} is no redaction key, so nothing can be put on record\n  hint: move it away: ${key}; a new one is made then\n`,
    },
  );
  assert.equal(place.ran().length, before);
  assert.equal(place.ward("tool", "go", "plain").exit, 0);
});

test("what a ward that knew fewer secrets has left in a row is shown by no reader", (t) => {
  const place = makePlace(t);
  const room = new TrailRoom(t, {}, null, place.state);
  const copy = join(place.root, "copy");
  place.file("config/config.kdl", `ship-to "file:${copy}"\n`);
  const argv = ["ward", "x", `https://kim:${SECRET}@h`, `--header=X-Token: ${SECRET}`];
  const id = room.run("x", { argv, exec: { bin: "/bin/x", argv: argv.slice(1) } });
  room.refuse("x", { argv });
  assert.match(trailText(place), /hunter2/);
  for (const words of [
    ["tail"],
    ["tail", "--json"],
    ["list"],
    ["list", "--json"],
    ["show", id],
    ["show", id, "--json"],
    ["replay"],
    ["replay", "--json"],
    ...["jsonl", "csv", "otlp-json", "syslog", "cef"].map((format) => [
      "export",
      "--format",
      format,
    ]),
  ]) {
    const { stdout, stderr } = place.wardctl("audit", ...words);
    assert.doesNotMatch(stdout + stderr, /hunter2/, words.join(" "));
    assert.match(stdout, /redacted|replayed|refused/, words.join(" "));
  }
  assert.equal(place.wardctl("audit", "ship").exit, 0);
  assert.doesNotMatch(readFileSync(copy, "utf8"), /hunter2/);
});
