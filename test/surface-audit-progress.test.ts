// A reader that takes longer than two seconds says on a terminal how far it is, and takes that away again; nowhere else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { openTrail } from "../src/host/audit-trail.ts";
import { Place } from "./program-place.ts";
import { TrailRoom } from "./trail-room.ts";

/** A clock on which everything takes long. */
const SLOW = `const { hrtime } = process;
const real = hrtime.bigint.bind(hrtime);
const start = real();
hrtime.bigint = () => start + (real() - start) * 100000n;`;

/** What a terminal gets, byte by byte. */
function onTerminal(place: Place, hook: string | null, words: readonly string[]): string {
  const node = [process.execPath, ...(hook === null ? [] : ["-r", hook])];
  const command = [...node, resolve("dist/wardctl.js"), "audit", ...words].join(" ");
  const env = place.environment({ TERM: "xterm" });
  const argv = ["-qec", command, "/dev/null"];
  return spawnSync("script", argv, { env, encoding: "utf8", input: "" }).stdout;
}

test("how far a reader is stands on the terminal for as long as it reads, and for no quick one", (t) => {
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  const id = room.run("one");
  room.refuse("two");
  // A new file, so that the full one is read as well.
  openTrail({ ...room.recorder, limits: { ...room.recorder.limits, fullBytes: 1 } });
  const slow = place.file("slow.cjs", SLOW);
  place.file("config/config.kdl", `ship-to "file:${place.root}/copy"\n`);
  for (const [words, line] of [
    [["verify"], "verifying the trail: 100 %"],
    [["head"], "counting the rows: 100 %"],
    [["list"], "reading the trail: 100 %"],
    [["tail"], "reading the trail: 100 %"],
    [["stats"], "counting calls: 100 %"],
    [["show", id], "looking for the call: 100 %"],
    [["replay"], "replaying calls: 100 %"],
    [["export", "--format", "csv"], "exporting rows: 100 %"],
    [["ship"], "3 rows sent"],
  ] as const) {
    const told = onTerminal(place, slow, words);
    const shown = `\r\u001b[Kwardctl: ${line}\r\u001b[K`;
    assert.ok(told.includes(shown), `${words.join(" ")}: ${JSON.stringify(told)}`);
    const quick = onTerminal(place, null, words);
    assert.ok(!quick.includes("\u001b[K"), JSON.stringify(quick));
    const argv = ["-r", slow, resolve("dist/wardctl.js"), "audit", ...words];
    const piped = spawnSync(process.execPath, argv, { env: place.environment(), encoding: "utf8" });
    assert.ok(!piped.stderr.includes("\u001b"), JSON.stringify(piped.stderr));
  }
});
