// The help of ward and of its groups: what there is, what it really runs and what bounds it; no call, so no row.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const TOOL = readFileSync("test/cases/program/tool.kdl", "utf8");
const HELP = readFileSync("test/cases/program/tool.help.txt", "utf8");

test("a bare group, and --help before any leaf, show the group's leaves, invocations and policy", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const ways = [
    ["tool"],
    ["tool", "--help"],
    ["tool", "nothing", "--help"],
    ["tool", "--help", "x"],
  ];
  for (const words of ways) {
    assert.deepEqual(
      { words, ...place.ward(...words) },
      { words, exit: 0, stdout: HELP, stderr: "" },
    );
  }
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
});

test("a long prefix that all leaves share is written once", (t) => {
  const place = new Place(t);
  const prefix = Array.from({ length: 30 }, (_, at) => `"--option-${at}"`).join(" ");
  const leaves = "can run a { argv one }; can run b { sealed; argv two }; can run c { bin other }";
  place.guardfile("long", `wrap ward long { exec marker { argv-prefix ${prefix} }; ${leaves} }\n`);
  const lines = place.ward("long").stdout.split("\n");
  const runs = lines.filter((line) => line.includes("runs:")).map((line) => line.trim());
  assert.deepEqual(runs, ["runs: … one [args…]", "runs: … two", "runs: other c [args…]"]);
  const shared = prefix.replaceAll('"', "");
  assert.ok(lines.includes(`  … stands for: marker ${shared}`), lines.join("\n"));
});

test("behind a leaf --help is the tool's own, and a whole-binary group has no help of ward", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  assert.equal(place.ward("tool", "plain", "--help").stdout, "marker: fixed plain --help\n");
  assert.equal(place.ward("exits", "--help").stdout, "marker: --help\n");
  assert.equal(place.ward("exits").stdout, "marker: \n");
  assert.equal(place.rows().length, 6);
});

test("ward's own help lists its groups; without words it is shown too; the version is the package's", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const help = place.ward("--help");
  assert.equal(help.exit, 0);
  assert.match(
    help.stdout,
    /^usage: ward \[--explain\] \[--outcome-fd N\] <group…> <leaf…> \[args…\]\n/,
  );
  assert.match(
    help.stdout,
    /\n {2}ward tool +8 leaves {2}Everything that can be said of a marker\.\n/,
  );
  assert.match(help.stdout, /\n {2}ward git +\d+ leaves /);
  assert.deepEqual(place.ward(), help);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.equal(place.ward("--version").stdout, `ward ${version}\n`);
  assert.deepEqual(place.rows(), []);
});

test("help names the files that give nothing, and keeps to itself what an unapproved one says", (t) => {
  const place = new Place(t);
  const bad = place.guardfile("bad", "wrap ward x {\n");
  place.file("work/Guardfile", 'wrap ward mine { exec marker; describe "prose"; can run it }\n');
  const { stdout } = place.ward("--help");
  assert.match(stdout, new RegExp(`\nnote: ${bad} is not valid: .*; it gives nothing\n`));
  assert.match(stdout, /\nnote: .*work\/Guardfile is not approved and not mounted\n$/);
  assert.doesNotMatch(stdout, /prose|mine/);
});

test("wrong use of ward's own options exits 64, runs nothing and is no call", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const cases: [string[], string][] = [
    [["--explian", "tool"], "ward: unknown option `--explian`; did you mean --explain?\n"],
    [["--yes", "tool", "plain"], "ward: unknown option `--yes`; ward --help lists what there is\n"],
    [
      ["--outcome-fd", "3", "tool"],
      "ward: --outcome-fd 3: nobody gave ward a descriptor of that number\n",
    ],
  ];
  for (const [words, stderr] of cases) {
    assert.deepEqual(place.ward(...words), { exit: 64, stdout: "", stderr });
  }
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
});

test("help for a group that is not there is a refusal that names the word, and no list of all groups", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const ended = place.ward("nosuch", "--help");
  assert.deepEqual([ended.exit, ended.stdout], [77, ""]);
  assert.match(ended.stderr, /^ward: refused `nosuch --help`: `nosuch` is not granted in `ward`/);
});
