// The law on trust, line by line, and its cases → the tests that fail without them: none is left without one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** Lines that come with other surfaces: import, network, MCP, codes. */
const LATER = [57, ...range(58, 64), ...range(83, 90)];

/** Lines whose test speaks of them in its own words. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  T4: ["engine-surface", "dg-01: no wraps, no sites, no digest"],
  T14: ["engine-surface", "dg-08: what the parser of KDL would blur is refused"],
  T33: ["trust-resolution", "rs-02: a decline on record refuses without asking"],
  T40: [
    "host-trust-store",
    "st-01: no store in a read-only directory: undecided, no notice, nothing made",
  ],
  T44: ["host-trust-store", "st-08: a refusal that is not valid refuses its whole path"],
  T47: ["trust-agent", "sf-08: a project can't choose the directory or vouch for itself"],
  T73: ["trust-launcher", "runs by no answer, no opt-in and no digest"],
  T79: ["trust-verbs", "sa-01, sa-02, sa-03: hostile names of directories, wraps and words"],
  T94: ["host-run-captured", "ch-02: 64 KiB of 200 KiB on each stream are kept"],
  T101: ["surface-outcomes", "ct-07: a working directory that was deleted is ward's own failure"],
  T102: ["surface-outcomes", "`a run: "],
  T104: ["surface-runs", "where the row can't be written nothing runs"],
  T105: ["surface-outcomes", "`a refusal: "],
  T110: ["surface-outcomes", "a project's file that nobody answered for: a person could"],
};

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const own = "trust-map.test.ts";
const sources = readdirSync("test")
  .filter((name) => name.endsWith(".test.ts") && name !== own)
  .map((name) => ({ name, text: readFileSync(join("test", name), "utf8") }));
const cases = ["launcher/leaves.jsonl", "launcher/names.jsonl"].map((name) =>
  readFileSync(join("test/cases", name), "utf8"),
);
/** Titles of tests, and the rows of tables that become titles: what stands in quotes. */
const titles = [...sources.map(({ text }) => text), ...cases].flatMap(
  (text) => text.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [],
);
const named = new Set(titles.flatMap((title) => title.match(/\b(?:T\d+|[a-z]{2}-\d\d)\b/g) ?? []));

test("each line of the law that holds now is named by a test, or shown by one that is named here", () => {
  const lines = range(1, 110)
    .filter((line) => !LATER.includes(line))
    .map((line) => `T${line}`);
  assert.deepEqual(
    lines.filter((line) => !named.has(line) && ELSEWHERE[line] === undefined),
    [],
  );
});

test("what is named here is there", () => {
  const gone = Object.entries(ELSEWHERE).filter(
    ([, [file, title]]) =>
      !sources.some(({ name, text }) => name === `${file}.test.ts` && text.includes(title)),
  );
  assert.deepEqual(gone, []);
});

interface Case {
  readonly id: string;
  readonly area: string;
}

test("each case of approval, store, resolution, launchers and escaping is named by a test", () => {
  const areas = ["digest", "store", "resolution", "launcher", "sanitise"];
  /** Of the surfaces, those of the command line. */
  const surfaces = ["sf-01", "sf-06", "sf-07", "sf-08"];
  const all = readFileSync("test/cases/trust.jsonl", "utf8")
    .trim()
    .split("\n")
    .map((line): Case => JSON.parse(line));
  const wanted = all.filter(({ id, area }) => areas.includes(area) || surfaces.includes(id));
  assert.equal(wanted.length, 51);
  assert.deepEqual(
    wanted.map(({ id }) => id).filter((id) => !named.has(id)),
    [],
  );
});
