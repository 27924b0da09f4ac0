// A trail of real calls, and a policy that changed → what it would have decided, and what can't be said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const BEFORE = `wrap ward tool {
    exec marker
    can run go { deny-flag "--force" }
    can run asked
    can run shape
    metacharacters literal
}
wrap ward guarded {
    exec marker
    can run go
    only pass when shell echo yes is "y*"
}
`;

interface Report {
  readonly [count: string]: number | Examples;
  readonly examples: Examples & never;
}
type Examples = Record<string, { call: string; why: string }[]>;

function replayed(place: Place, ...options: string[]): { exit: number | null; report: Report } {
  const { exit, stdout } = place.wardctl("audit", "replay", "--json", ...options);
  return { exit, report: JSON.parse(stdout) };
}

const counts = ({ examples: _, ...rest }: Report) => rest;
const calls = (report: Report, kind: string) =>
  (report.examples as Examples)[kind]?.map(({ call }) => call);

test("a policy that is as it was changes nothing", (t) => {
  const place = new Place(t);
  place.guardfile("tool", BEFORE);
  place.ward("tool", "go");
  place.ward("tool", "go", "--force");
  place.ward("tool", "stop");
  place.ward("guarded", "go");
  const { exit, report } = replayed(place);
  assert.deepEqual(
    [exit, counts(report)],
    [
      0,
      {
        calls: 4,
        unchanged: 4,
        newly_refused: 0,
        had_run: 0,
        newly_allowed: 0,
        undecidable: 0,
        not_replayed: 0,
      },
    ],
  );
});

test("what a changed policy refuses and allows is counted, with examples; refusing what had run exits 1", (t) => {
  const place = new Place(t);
  place.guardfile("tool", BEFORE);
  place.ward("tool", "go", "a");
  place.ward("tool", "go", "b");
  place.ward("tool", "go", "--force");
  place.ward("tool", "asked");
  place.ward("tool", "stop", "now");
  place.ward("guarded", "go");
  const next = place.file(
    "next.kdl",
    `wrap ward tool { exec marker; can run go { deny-when any-arg matches "b*" }; can run stop }
wrap ward guarded { exec marker; can run go; only pass when shell echo yes is "n*" }
`,
  );
  const { exit, report } = replayed(place, "--guardfile", next);
  assert.equal(exit, 1);
  assert.deepEqual(counts(report), {
    calls: 6,
    unchanged: 1,
    newly_refused: 3,
    had_run: 3,
    newly_allowed: 2,
    undecidable: 0,
    not_replayed: 0,
  });
  assert.deepEqual(calls(report, "newly_refused"), [
    "ward tool go b",
    "ward tool asked",
    "ward guarded go",
  ]);
  assert.deepEqual(calls(report, "newly_allowed"), ["ward tool go --force", "ward tool stop now"]);
  const { stdout } = place.wardctl("audit", "replay", "--guardfile", next);
  assert.match(
    stdout,
    /^6 calls on record\n {2}unchanged: {6}1\n {2}newly refused: {2}3 \(3 of them had run\)\n/,
  );
  assert.match(stdout, /\nnewly refused:\n {2}\S+Z {2}ward tool go b\n {4}.*b\*.*next\.kdl:1\)\n/);
  const only = place.file("only.kdl", "wrap ward guarded { exec marker; can run go }\n");
  const { not_replayed, unchanged } = replayed(place, "--guardfile", only).report;
  assert.deepEqual([not_replayed, unchanged], [5, 1]);
  assert.deepEqual(place.ran().length, 4, "nothing was run by it");
});

test("what hangs on a redacted word can't be said; what holds for any word can", (t) => {
  const place = new Place(t);
  place.guardfile("tool", BEFORE);
  place.ward("tool", "go", "--token", "prod-secret");
  place.ward("tool", "shape", "PASSWORD=abcdef");
  place.ward("tool", "go", "https://kim:secret@host");
  const judged = (text: string) => {
    const file = place.file("next.kdl", `wrap ward tool { exec marker; ${text} }\n`);
    const { unchanged, newly_refused, undecidable } = replayed(place, "--guardfile", file).report;
    return { unchanged, newly_refused, undecidable };
  };
  const literal = "metacharacters literal; can run go; can run shape";
  assert.deepEqual(judged(literal), { unchanged: 3, newly_refused: 0, undecidable: 0 });
  assert.deepEqual(
    judged("can run go; can run shape"),
    { unchanged: 0, newly_refused: 0, undecidable: 3 },
    "the gate looks at every word",
  );
  assert.deepEqual(
    judged(`${literal}; never pass "prod*"`),
    { unchanged: 1, newly_refused: 0, undecidable: 2 },
    "what stands behind a known beginning of a word can't begin so",
  );
  assert.deepEqual(judged(`${literal}; never pass "https://kim:s*"`), {
    unchanged: 2,
    newly_refused: 0,
    undecidable: 1,
  });
  assert.deepEqual(
    judged(`metacharacters literal; can run go; can run shape { allow-arg-re "PASSWORD=[a-f]+" }`),
    { unchanged: 2, newly_refused: 0, undecidable: 1 },
  );
  assert.deepEqual(
    judged(`metacharacters literal; can run go { deny-flag "--token" }; can run shape`),
    { unchanged: 2, newly_refused: 1, undecidable: 0 },
    "whatever the token is",
  );
});

test("clipped argv, an unasked guard and a broken file", (t) => {
  const place = new Place(t);
  place.guardfile("tool", BEFORE);
  place.ward("tool", "go", ...Array.from({ length: 40 }, (_, at) => String(at).repeat(1000)));
  place.ward("tool", "go");
  const asks = place.file(
    "asks.kdl",
    'wrap ward tool { exec marker; can run go; only pass when shell date is "*" }\n',
  );
  assert.deepEqual(replayed(place, "--guardfile", asks).report.undecidable, 2);
  const broken = place.file("broken.kdl", "wrap ward tool\n");
  const { exit, stdout, stderr } = place.wardctl("audit", "replay", "--guardfile", broken);
  assert.deepEqual([exit, stdout], [78, ""]);
  assert.match(stderr, /broken\.kdl:1:1: error/);
});
