// Whatever is thrown becomes a message and a code: a fault says what to do, anything else says that it is a bug of ward's.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";
import { TrailRoom } from "./trail-room.ts";

function run(body: string) {
  const script = `
    const { main } = await import("./build/src/surfaces/main.js");
    const { WardFault } = await import("./build/src/model/fault.js");
    await main("ward", async () => { ${body} });
  `;
  const argv = ["--input-type=module", "-e", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  return { exit: status, stdout, stderr };
}

test("a fault is told with its hint and gives its own code", () => {
  const details = '{ code: "x", message: "no\\u001b[2J", hint: "mend it", exit: 126 }';
  assert.deepEqual(run(`throw new WardFault(${details})`), {
    exit: 126,
    stdout: "",
    stderr: "ward: no\\u{1b}[2J\n  hint: mend it\n",
  });
});

test("anything else is a bug, thrown in the body or behind it", () => {
  for (const body of [
    'throw new TypeError("oops")',
    'setTimeout(() => { throw new TypeError("oops") }); return 0',
  ]) {
    const { exit, stdout, stderr } = run(body);
    assert.deepEqual({ body, exit, stdout }, { body, exit: 125, stdout: "" });
    assert.match(stderr, /^ward: this is a bug in ward[^\n]*\n {2}TypeError: oops\n/);
  }
});

test("the body's number is the exit code", () => {
  assert.equal(run("return 77").exit, 77);
});

test("output onto a full disk is lost with one line and exit 125", () => {
  for (const [program, word] of [
    ["ward", "--help"],
    ["ward", "git"],
    ["wardctl", "list"],
  ]) {
    const full = openSync("/dev/full", "w");
    const argv = [`dist/${program}.js`, word ?? ""];
    const ended = spawnSync(process.execPath, argv, { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    const stderr = `${program}: standard output can't be written: no space is left on the disk\n`;
    assert.deepEqual([ended.status, ended.stderr.toString()], [125, stderr]);
  }
});

test("a reader that has enough ends the program as it ends any other: by SIGPIPE, in silence", (t) => {
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  // More than a pipe holds.
  for (let index = 0; index < 12; index += 1) room.refuse("x".repeat(8000));
  const end = (program: string, words: readonly string[], reader: string) => {
    // Held until a reader that wants nothing is gone.
    const held = [process.execPath, resolve(`dist/${program}.js`), ...words];
    const script = `{ sleep 0.3; exec "$@"; } | ${reader} > /dev/null; echo "$PIPESTATUS"`;
    const argv = ["--norc", "-c", script, "bash", ...held];
    const options = { env: place.environment(), encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync("bash", argv, options);
    return { words, stdout, stderr };
  };
  for (const [program, ...words] of [
    ["ward", "--help"],
    ["wardctl", "list"],
    ["wardctl", "list", "--json"],
    ["wardctl", "audit", "list"],
    ["wardctl", "audit", "tail", "--json"],
    ["wardctl", "audit", "export", "--format", "jsonl"],
  ] as const) {
    assert.deepEqual(end(program, words, "true"), { words, stdout: "141\n", stderr: "" });
  }
  const words = ["audit", "list", "--json"];
  assert.deepEqual(end("wardctl", words, "head -n 1"), { words, stdout: "141\n", stderr: "" });
});
