// A FIFO or a directory in the place of a file of ward's own: nothing waits for it, and each has an outcome that says what it is.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { tidyTrail } from "../src/host/audit-tidy.ts";
import { openTrail } from "../src/host/audit-trail.ts";
import { Place } from "./program-place.ts";
import { TrailRoom } from "./trail-room.ts";

const POLICY = `wrap ward tool {
    exec marker
    can run go
}
`;

/** A call that waits for a FIFO is killed, and has no exit code then. */
function call(place: Place, program: string, ...words: readonly string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve("dist", `${program}.js`), ...words],
    {
      cwd: place.work,
      env: place.environment(),
      encoding: "utf8",
      timeout: 60_000,
      killSignal: "SIGKILL",
    },
  );
  return { exit: status, stderr: stderr.replaceAll(place.root, "…") };
}

function makePlace(t: TestContext): Place {
  const place = new Place(t);
  const target = `ship-to "file:${join(place.root, "copy.jsonl")}"\n`;
  place.file("config/config.kdl", `search-path "${place.bin}" "/usr/bin" "/bin"\n${target}`);
  place.guardfile("tool", POLICY);
  assert.equal(call(place, "ward", "tool", "go", "--token", "hunter22hunter22").exit, 0);
  assert.equal(call(place, "wardctl", "audit", "ship").exit, 0);
  return place;
}

function putFifo(place: Place, path: string): string {
  const file = join(place.root, path);
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  execFileSync("mkfifo", ["-m", "600", file]);
  return file;
}

const go = ["ward", "tool", "go", "--token", "hunter22hunter22"] as const;
const ship = ["wardctl", "audit", "ship"] as const;
const isFifo = "it is a FIFO, not a regular file";

test("a FIFO in the place of what ward keeps for itself holds nobody up", (t) => {
  const place = makePlace(t);
  const [offset = ""] = readdirSync(join(place.state, "audit/ship"));
  const key = "…/state/audit/redaction.key";
  const kept = `…/state/audit/ship/${offset}`;
  const cases: Record<
    string,
    readonly [call: readonly [string, ...string[]], exit: number, says: string]
  > = {
    "state/audit/policies.json": [go, 0, ""],
    "state/audit/head.json": [go, 0, ""],
    "config/compiled.json": [go, 0, ""],
    "state/audit/redaction.key": [
      go,
      125,
      `ward: the redaction key ${key} can't be had, so nothing can be put on record: ${isFifo}\n  hint: look at: ls -ld …/state/audit\n`,
    ],
    "config/config.kdl": [
      go,
      78,
      "ward: refused `tool go --token '[redacted 16 ]'`: …/config/config.kdl is a FIFO, not a regular file; move it away, or put a file in its place\n",
    ],
    [`state/audit/ship/${offset}`]: [
      ship,
      125,
      `wardctl: ${kept} can't be read: ${isFifo}\n  hint: look at it, or remove it to ship everything again: ${kept}\n`,
    ],
    "copy.jsonl": [
      ship,
      125,
      `wardctl: file:…/copy.jsonl has not taken the rows: ${isFifo}\n  hint: what was taken is remembered: the next \`wardctl audit ship\` goes on there\n`,
    ],
  };
  for (const [path, [words, exit, says]] of Object.entries(cases)) {
    const place = makePlace(t);
    if (words === ship) call(place, ...go);
    if (path.includes("/ship/"))
      for (const name of readdirSync(join(place.state, "audit/ship")))
        putFifo(place, `state/audit/ship/${name}`);
    else putFifo(place, path);
    const rows = place.rows().length;
    const { stderr, exit: ended } = call(place, ...words);
    const said = stderr
      .replace(/\[redacted 16 \w*\]/, "[redacted 16 ]")
      .replace(/ship\/\w+/g, `ship/${offset.replace(".json", "")}`);
    assert.deepEqual({ path, exit: ended, said }, { path, exit, said: says });
    if (exit === 0) assert.equal(place.rows().length, rows + 2, path);
  }
});

test("policies.json is a file again behind the call, and a directory there is named", (t) => {
  const place = makePlace(t);
  const file = putFifo(place, "state/audit/policies.json");
  assert.equal(call(place, ...go).exit, 0);
  assert.ok(lstatSync(file).isFile());
  rmSync(file);
  mkdirSync(file);
  const ran = place.ran().length;
  const { exit, stderr } = call(place, ...go);
  assert.equal(exit, 125);
  assert.match(
    stderr,
    /can't be written, so nothing was run: …\/state\/audit\/policies\.json: it is a directory$/m,
  );
  assert.equal(place.ran().length, ran);
});

test("a FIFO among the full files of a trail stays, and keeps no other from being compressed", (t) => {
  const room = new TrailRoom(t);
  room.run("one");
  openTrail({ ...room.recorder, limits: { ...room.recorder.limits, fullBytes: 1 } });
  const full = readdirSync(room.place.own).filter((name) => /^[0-9a-f-]{36}\.jsonl$/.test(name));
  const odd = "01900000-0000-7000-8000-000000000000.jsonl";
  for (const name of [odd, `${full[0]}.gz.tmp`]) {
    execFileSync("mkfifo", [join(room.place.own, name)]);
    utimesSync(join(room.place.own, name), 0, 0);
  }
  tidyTrail(room.place, 20);
  const left = readdirSync(room.place.own).filter((name) => name.includes(".jsonl"));
  assert.deepEqual(left.sort(), ["current.jsonl", odd, `${full[0]}.gz`].sort());
  assert.ok(readFileSync(join(room.place.own, `${full[0]}.gz`)).length > 0);
});
