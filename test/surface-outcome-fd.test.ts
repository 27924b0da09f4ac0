// `--outcome-fd` on descriptors that are no place for an outcome: wrong use, nothing runs, and what they lead to stays as it was.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { Place } from "./program-place.ts";

const WARD = [process.execPath, resolve("dist/ward.js")];

function ready(t: TestContext): Place {
  const place = new Place(t);
  place.guardfile("t", "wrap ward t { exec marker; can run x }\n");
  return place;
}

/** `"$0" "$@"` in the script is ward with the option. */
function call(place: Place, script: string, fd: string) {
  const words = [...WARD, "--outcome-fd", fd, "t", "x"];
  const options = { cwd: place.work, env: place.environment(), encoding: "utf8" } as const;
  const { status, stderr } = spawnSync("bash", ["--norc", "-c", script, ...words], options);
  return { status, stderr };
}

function assertRefused(place: Place, { status, stderr }: ReturnType<typeof call>, why: RegExp) {
  assert.equal(status, 64, stderr);
  assert.match(stderr, why);
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
}

for (const fd of ["0", "1", "2", "-1", "03x", "9999999999"]) {
  test(`bad input: descriptor ${fd}`, (t) => {
    const place = ready(t);
    const why = /^ward: --outcome-fd takes the number of a descriptor from 3 to 255\n$/;
    assertRefused(place, call(place, 'exec "$0" "$@"', fd), why);
  });
}

const unfit: [string, string, RegExp][] = [
  ["one that the caller closed", 'exec 7>/dev/null; exec "$0" "$@" 7>&-', /nobody gave ward/],
  ["the end of a pipe that is read", 'exec "$0" "$@" 7< <(echo)', /7 is open for reading alone/],
  [
    "a named pipe open for reading",
    'mkfifo p; exec "$0" "$@" 7<p & : >p; wait $!',
    /reading alone/,
  ],
  ["a full device", 'exec "$0" "$@" 7>/dev/full', /7 is a device/],
];

for (const [name, script, why] of unfit) {
  test(`bad input: ${name}`, (t) => {
    const place = ready(t);
    assertRefused(place, call(place, script, "7"), why);
  });
}

test("bad input: a terminal, where whoever prints there could stand in its place", (t) => {
  const place = ready(t);
  const words = [...WARD, "--outcome-fd", "7", "t", "x"].map((word) => `'${word}'`).join(" ");
  const inside = `${words} 7>/dev/tty; echo "exit $?"`;
  const options = { cwd: place.work, env: place.environment(), encoding: "utf8" } as const;
  const { stdout } = spawnSync("script", ["-qec", inside, "/dev/null"], options);
  assert.match(stdout, /^ward: --outcome-fd 7 is a device; .*\r\nexit 64\r\n$/);
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
});

const trail = (place: Place) => join(place.state, "audit/current.jsonl");

test("bad input: a file of ward's own, whose trail or policy the line would spoil", (t) => {
  const place = ready(t);
  assert.equal(place.ward("t", "x").exit, 0);
  const before = readFileSync(trail(place), "utf8");
  linkSync(trail(place), join(place.root, "linked"));
  mkdirSync(join(place.root, "elsewhere"));
  const files = [trail(place), join(place.root, "linked"), join(place.config, "new.kdl")];
  for (const file of files) {
    const { status, stderr } = call(place, `exec "$0" "$@" 7>>'${file}'`, "7");
    assert.equal(status, 64, file);
    assert.match(stderr, /^ward: --outcome-fd 7 leads to a file of ward's own\n$/);
  }
  assert.equal(readFileSync(trail(place), "utf8"), before);
  assert.equal(readFileSync(join(place.config, "new.kdl"), "utf8"), "");
  assert.deepEqual(place.ran(), ["x"]);
  const fine = call(place, `exec "$0" "$@" 7>>'${join(place.root, "elsewhere/o")}'`, "7");
  assert.deepEqual([fine.status, existsSync(join(place.root, "elsewhere/o"))], [0, true]);
});
