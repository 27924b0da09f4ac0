// What config.kdl says of the trail is what the built ward does with it: room, new files, old files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { type Ended, Place } from "./program-place.ts";

const DAY = 24 * 60 * 60 * 1000;

class Configured {
  readonly place: Place;

  constructor(place: Place, lines: string) {
    this.place = place;
    place.guardfile("tool", "wrap ward tool { exec marker; can run go }\n");
    place.file("config/config.kdl", `search-path "${place.bin}" "/usr/bin" "/bin"\n${lines}\n`);
    place.file(
      "clock.cjs",
      "const now = Number(process.env.NOW); if (now > 0) Date.now = () => now;",
    );
  }

  /** Calls at a moment. */
  at(now: number, word: string): Ended {
    const { place } = this;
    const argv = ["-r", join(place.root, "clock.cjs"), resolve("dist/ward.js"), "tool", "go", word];
    const env = place.environment({ NOW: String(now) });
    const ended = spawnSync(process.execPath, argv, { env, cwd: place.work, encoding: "utf8" });
    return { exit: ended.status, stdout: ended.stdout, stderr: ended.stderr };
  }

  /** Full files of the trail, oldest first. */
  full(): string[] {
    const names = readdirSync(join(this.place.state, "audit"));
    return names.filter((name) => name.endsWith(".jsonl.gz")).sort();
  }
}

test("audit-space: calls are refused where the trail has taken its room, and run where it has more", (t) => {
  const place = new Place(t);
  new Configured(place, 'audit-space "67KiB"');
  let runs = 0;
  while (runs < 20 && place.ward("tool", "go", String(runs)).exit === 0) runs += 1;
  assert.ok(runs > 0 && runs < 20, String(runs));
  assert.deepEqual(place.ward("tool", "go", "more"), {
    exit: 125,
    stdout: "",
    stderr: `ward: the audit trail in ${place.state}/audit has taken its audit-space of 67 KiB, so nothing was run
  hint: raise audit-space in config.kdl, or keep the oldest files elsewhere: ls -l ${place.state}/audit
`,
  });
  assert.equal(place.ran().length, runs);
  new Configured(place, 'audit-space "1MiB"');
  assert.equal(place.ward("tool", "go", "more").exit, 0);
});

test("audit-rotate daily: the first call of a day begins a new file; size alone does not", (t) => {
  const noon = Date.UTC(2026, 10, 30, 12);
  const bySize = new Configured(new Place(t), "audit-rotate size");
  const daily = new Configured(new Place(t), "audit-rotate daily");
  for (const one of [bySize, daily]) {
    for (const hours of [0, 11, 12, 13]) {
      assert.equal(one.at(noon + hours * 3_600_000, `${hours}`).exit, 0);
    }
  }
  assert.equal(bySize.full().length, 0);
  assert.equal(daily.full().length, 1);
  assert.match(
    daily.place.wardctl("audit", "verify").stdout,
    /^8 rows in 2 files: the chain holds\n/,
  );
  assert.equal(daily.place.rows().length, 4);
});

test("audit-keep: of the files older than 30 days so many stay, and 20 where nobody says", (t) => {
  const now = Date.UTC(2026, 10, 30, 12);
  for (const [line, kept] of [
    ["audit-keep 3", 3],
    ["", 20],
  ] as const) {
    const one = new Configured(new Place(t), `audit-rotate daily\n${line}`);
    const { place } = one;
    const names = Array.from({ length: 25 }, (_, index) => {
      const start = `0190${String(index).padStart(4, "0")}-0000-7000-8000-000000000000`;
      const file = place.file(`state/audit/${start}.jsonl.gz`, gzipSync(""));
      const old = (now - (index < 23 ? 40 : 20) * DAY) / 1000;
      utimesSync(file, old, old);
      return `${start}.jsonl.gz`;
    });
    assert.equal(one.at(now - DAY, "yesterday").exit, 0);
    assert.deepEqual(one.full(), names, "nothing goes before a new file is begun");
    assert.equal(one.at(now, "today").exit, 0);
    const [yesterdays = ""] = one.full().slice(-1);
    assert.deepEqual(one.full(), [...names.slice(23 - kept), yesterdays]);
    assert.ok(!names.includes(yesterdays));
  }
});
