// The recorded calls of the built ward, read back by the built wardctl: chosen, shown whole, counted.
import assert from "node:assert/strict";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Place } from "./program-place.ts";

const POLICY = `wrap ward tool {
    exec marker
    can run go {
        deny-flag "--force"
        deny-flag "--never-given"
    }
    can run idle
    never run "go twice"
}
wrap ward unused { exec marker; can run one { deny-flag "--x" }; can run two }
`;

let place: Place;
let ended: (() => void)[] = [];

before(() => {
  // One trail for all these tests: they only read it.
  const context = { after: (end: () => void) => ended.push(end) };
  place = new Place(context as unknown as TestContext);
  place.guardfile("tool", POLICY);
  const session = { env: { WARD_SESSION_ID: "thread-7" } };
  place.ward("tool", "go", "one");
  place.ward("tool", "go", "--force");
  place.ward("tool", "go", "\u001b[31mred");
  place.ward("tool", "go", "twice");
  // The older half is in a file that was full.
  const current = join(place.state, "audit/current.jsonl");
  const [first = ""] = readFileSync(current, "utf8").split("\n");
  const full = join(place.state, `audit/${JSON.parse(first).id}.jsonl`);
  renameSync(current, full);
  writeFileSync(`${full}.gz`, gzipSync(readFileSync(full)));
  const head = JSON.parse(readFileSync(full, "utf8").trim().split("\n").at(-1) ?? "").hash;
  const link = { inode: 0, size: 0, prev: head, hash: head, bytes: 0 };
  place.file("state/audit/head.json", JSON.stringify(link));
  place.program("marker", "#!/bin/sh\ncase $2 in stop) kill -9 $$;; esac\nexit 3\n");
  place.call("ward", ["tool", "go", "three"], session);
  place.ward("tool", "go", "stop");
});
after(() => {
  for (const end of ended) end();
  ended = [];
});

interface Listed {
  readonly decided: { readonly id: string; readonly argv: string[]; readonly verb: string } | null;
  readonly finished: { readonly exit: number | null } | null;
}

/** The last words of the calls that are listed. */
function listed(...options: string[]): string[] {
  const { exit, stdout, stderr } = place.wardctl("audit", "list", "--json", ...options);
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" });
  const calls = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Listed);
  return calls.map(({ decided }) => decided?.argv.at(-1) ?? "");
}

const ALL = ["one", "--force", "\u001b[31mred", "twice", "three", "stop"];

test("list reads all files of the trail, and each filter takes its part", () => {
  assert.deepEqual(listed(), ALL);
  assert.deepEqual(listed("--deny"), ["--force", "twice"]);
  assert.deepEqual(listed("--verb", "tool.g*"), ALL);
  assert.deepEqual(listed("--verb", "ward.tool.go"), ALL);
  assert.deepEqual(listed("--verb", "tool"), []);
  assert.deepEqual(listed("--exit", "3"), ["three"]);
  assert.deepEqual(listed("--exit", "!=0"), ["three", "stop"]);
  assert.deepEqual(listed("--exit", "<=2"), ["one", "\u001b[31mred"]);
  assert.deepEqual(listed("--session", "thread-7"), ["three"]);
  assert.deepEqual(listed("--guardfile", join(place.config, "tool.kdl")), ALL);
  assert.deepEqual(listed("--guardfile", "/other.kdl"), []);
  assert.deepEqual(listed("--since", "1h", "--until", "1w"), []);
  assert.deepEqual(listed("--since", "1w"), ALL);
  const { stdout } = place.wardctl("audit", "list", "--json", "--exit", "3");
  const { at } = JSON.parse(stdout).decided;
  assert.deepEqual(listed("--since", at), ["three", "stop"]);
  assert.deepEqual(listed("--until", at), ALL.slice(0, 5));
});

test("list says in one line what came of a call, and moves no terminal", () => {
  const { stdout } = place.wardctl("audit", "list");
  const lines = stdout.split("\n").slice(0, -1);
  assert.equal(lines.length, 6);
  assert.match(lines[0] ?? "", /^[0-9a-f]{12} {2}\S+Z {2}exit 0 {20}ward tool go one$/);
  assert.match(lines[1] ?? "", /refused \(flag-denied\) {5}ward tool go --force$/);
  assert.match(lines[2] ?? "", /ward tool go '\\u\{1b\}\[31mred'$/);
  assert.match(lines[5] ?? "", /SIGKILL {19}ward tool go stop$/);
  assert.doesNotMatch(place.wardctl("audit", "list", "--json").stdout, /\u001b/);
});

test("wrong options are told with what would be right", () => {
  const cases: [string[], RegExp][] = [
    [
      ["list", "--since", "yesterday"],
      /give a span back from now \(30m, 2h, 7d\), a date, or a time/,
    ],
    [["list", "--exit", "bad"], /give a code, or one with a sign/],
    [["stats", "--by", "day"], /Allowed choices are verb, reason, rule, session, exit/],
    [["show", "xyz!"], /give a call's id, or four or more characters of its end/],
    [["verify", "--head", "12"], /give the 64 hex digits/],
  ];
  for (const [words, said] of cases) {
    const { exit, stderr } = place.wardctl("audit", ...words);
    assert.equal(exit, 64);
    assert.match(stderr, said);
  }
});

test("show has both rows whole, the rule's text and the state of the chain", () => {
  const rows = place.rows();
  const id = rows[0]?.id ?? "";
  const { exit, stdout } = place.wardctl("audit", "show", id.slice(-12), "--json");
  assert.equal(exit, 0);
  const shown = JSON.parse(stdout);
  assert.deepEqual([shown.decided, shown.finished], [rows[0], rows[1]]);
  assert.deepEqual(shown.rule, { text: "can run go", isSame: true });
  const file = join(place.state, "audit/current.jsonl");
  assert.deepEqual(shown.chain, [
    { phase: "decided", file, line: 1, isIntact: true, isLinked: null },
    { phase: "finished", file, line: 2, isIntact: true, isLinked: true },
  ]);
  const text = place.wardctl("audit", "show", id).stdout;
  assert.match(text, /^call: {3}\S{36}\n {8}\S+Z {2}exit 3 +ward tool go three\n/);
  assert.match(text, /\nrule: {3}\S+tool\.kdl:3 {2}can run go\n/);
  assert.match(text, /\nchain: {2}the finished row \(\S+:2\) is intact and in its place\n/);
  assert.match(text, /\n {2}"phase": "decided",\n/);
  const none = place.wardctl("audit", "show", "000000000000");
  assert.deepEqual([none.exit, none.stdout], [1, ""]);
  assert.match(none.stderr, /there is no call on record whose id ends in 000000000000/);
});

test("stats count calls, refusals, failures and durations, grouped as asked", () => {
  const stats = (...options: string[]) =>
    JSON.parse(place.wardctl("audit", "stats", "--json", ...options).stdout);
  const { total, groups, neverFired, neverUsed } = stats();
  const counts = ({ key, calls, refused, failed, unfinished }: Record<string, unknown>) => [
    ...[key, calls, refused, failed, unfinished],
  ];
  assert.deepEqual(counts(total), ["total", 6, 2, 2, 0]);
  assert.deepEqual(groups.map(counts), [["ward.tool.go", 6, 2, 2, 0]]);
  assert.ok(total.p50_ms > 0 && total.p95_ms >= total.p50_ms);
  const rules = neverFired.filter(({ file }: { file: string }) => file.startsWith(place.config));
  assert.deepEqual(
    rules.map(({ line, text, place, isGroupCalled }: Record<string, unknown>) => {
      return [line, text, place, isGroupCalled];
    }),
    [
      [5, 'deny-flag "--never-given"', "user", true],
      [10, 'deny-flag "--x"', "user", false],
    ],
  );
  const shipped = neverFired.filter(({ place }: { place: string }) => place === "shipped");
  assert.ok(shipped.length > 100, "all of them are in the JSON");
  const leaves = neverUsed.filter(({ file }: { file: string }) => file.startsWith(place.config));
  assert.deepEqual(
    leaves.map(({ verb, groupSize }: Record<string, unknown>) => [verb, groupSize]),
    [
      ["ward.tool.idle", 2],
      ["ward.unused.one", 2],
      ["ward.unused.two", 2],
    ],
  );
  const keys = (by: string) =>
    stats("--by", by).groups.map(({ key, calls }: Record<string, unknown>) => `${key} ${calls}`);
  assert.deepEqual(keys("reason"), ["allowed 4", "flag-denied 1", "never 1"]);
  assert.deepEqual(keys("exit"), ["0 2", "refused 2", "3 1", "SIGKILL 1"]);
  assert.deepEqual(keys("session"), ["(none) 5", "thread-7 1"]);
  const file = join(place.config, "tool.kdl");
  assert.deepEqual(keys("rule"), [`${file}:3 4`, `${file}:4 1`, `${file}:8 1`]);
  assert.deepEqual(stats("--since", "1h", "--until", "2026-01-01").total.calls, 0);
});

test("stats as a table", () => {
  const { stdout } = place.wardctl("audit", "stats");
  assert.match(
    stdout,
    /^\S+Z to \S+Z: 6 calls\n\nverb +calls +refused +failed +unfinished +p50 +p95\n/,
  );
  assert.match(stdout, /\nward\.tool\.go +6 +2 +2 +0 /);
  assert.match(
    stdout,
    /\nrules that never refused a call: 2\n {2}\S+tool\.kdl:5 {2}deny-flag "--never-given"\n {2}\S+tool\.kdl:10 {2}deny-flag "--x"\n {2}\(and \d+ more, of shipped groups that nobody called; --json has all\)\n\n/,
  );
  assert.match(stdout, /\nleaves never used: \d+\n {2}ward\.tool\.idle\n/);
  assert.match(stdout, /\ngroups never used: ward unused \(2\), /);
});

test("a policy that has changed since tells what its counts rest on", (t) => {
  const other = new Place(t);
  const file = other.guardfile("tool", POLICY);
  other.ward("tool", "go", "--force");
  other.guardfile("tool", POLICY.replace("can run idle", "can run idle\n    can run more"));
  other.ward("tool", "go");
  const stats = JSON.parse(other.wardctl("audit", "stats", "--json").stdout);
  assert.deepEqual(stats.changedFiles, [file]);
  const lines = stats.neverFired
    .filter((rule: { file: string }) => rule.file === file)
    .map(({ line }: { line: number }) => line);
  assert.deepEqual(lines, [4, 5, 9, 11], "the refusal was another policy's");
  const list = other.wardctl("audit", "list").stdout;
  assert.match(
    list,
    /\n {14}\S+Z {2}policy changed {12}\S+tool\.kdl {2}[0-9a-f]{12} → [0-9a-f]{12}\n/,
  );
});

test("the page of statistics asks for nothing from outside, and is private", () => {
  const file = join(place.root, "stats.html");
  const { exit, stdout, stderr } = place.wardctl("audit", "stats", "--html", file);
  assert.deepEqual({ exit, stdout, stderr }, { exit: 0, stdout: "", stderr: "" });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const page = readFileSync(file, "utf8");
  assert.match(page, /^<!doctype html>\n<html lang="en"><head><meta charset="utf-8">/);
  assert.match(page, /content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"/);
  assert.doesNotMatch(page, /<script|<link|<img|<iframe|https?:|url\(|@import|src=|href=/i);
  assert.match(
    page,
    /<summary>2 rules<\/summary><ul><li><code>deny-flag &quot;--never-given&quot;<\/code><small>\S+:5<\/small><\/li><li><code>deny-flag &quot;--x&quot;<\/code><small>\S+:10<\/small><\/li><\/ul><\/details><p class="note">And \d+ more, of shipped groups that nobody called\.<\/p>/,
  );
});

test("rules of a shipped group that was called are told, behind one's own", (t) => {
  const other = new Place(t);
  const file = other.guardfile("tool", POLICY);
  other.ward("git", "rebase");
  const { stdout } = other.wardctl("audit", "stats");
  const [, told = ""] =
    /\nrules that never refused a call: \d+\n((?: {2}.*\n)*)/.exec(stdout) ?? [];
  const files = told.split("\n").map((line) => line.trim().split(":")[0]);
  assert.deepEqual(files.slice(0, 5), [file, file, file, file, "guardfiles/git.kdl"]);
  assert.doesNotMatch(told, /brew\.kdl/);
});
