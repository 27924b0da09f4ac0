// The built program ward refuses: nothing is spawned, three lines say why, the exit code is the reason's, one row is left.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { Place, pick } from "./program-place.ts";

const policyText = (name: string) => readFileSync(`test/cases/program/${name}.kdl`, "utf8");
const TOOL = policyText("tool");

interface Case {
  readonly id: string;
  /** Another policy of test/cases/program than `tool`. */
  readonly policy?: string;
  readonly words: readonly string[];
  readonly reason: string;
  readonly verb: string;
  readonly exit: number;
  /** `$FILE` stands for the Guardfile; a line that ends with ` …` goes on. */
  readonly stderr: readonly string[];
}

const cases = readFileSync("test/cases/program/refusals.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

for (const { id, policy = "tool", words, reason, verb, exit, stderr } of cases) {
  test(`refused: ${id}`, (t) => {
    const place = new Place(t);
    const file = place.guardfile(policy, policyText(policy));
    const ended = place.ward(...words);
    const wanted = stderr.map((line) => line.replace("$FILE", file));
    const shown = ended.stderr.trimEnd().split("\n");
    const open = wanted.map((line, at) =>
      line.endsWith(" …") && shown[at]?.startsWith(line.slice(0, -2)) ? shown[at] : line,
    );
    assert.deepEqual({ ...ended, stderr: shown }, { exit, stdout: "", stderr: open });
    assert.deepEqual(place.ran(), []);
    const rows = place.rows();
    assert.equal(rows.length, 1);
    assert.deepEqual(pick(rows[0], "phase", "decision", "reason", "verb", "argv", "exec"), {
      phase: "decided",
      decision: "deny",
      reason,
      verb,
      argv: ["ward", ...words],
      exec: null,
    });
  });
}

test("refused: more than a megabyte of arguments, told in few words and recorded in one line", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const ended = place.ward(
    "tool",
    "plain",
    ...Array.from({ length: 10 }, () => "x".repeat(120_000)),
  );
  assert.equal(ended.exit, 77);
  assert.ok(ended.stderr.length < 8000, ended.stderr);
  assert.match(ended.stderr, /1200000 bytes of arguments are more than 1048576/);
  assert.deepEqual(place.ran(), []);
  const [row] = place.rows();
  assert.deepEqual(pick(row, "decision", "reason"), { decision: "deny", reason: "limit" });
  assert.ok(JSON.stringify(row).length <= 32 * 1024);
});

test("refused: an argument whose bytes are not UTF-8, which node would have replaced in silence", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const script = 'exec "$0" "$1" tool plain "$(printf "\\377")"';
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", script, process.execPath, resolve("dist/ward.js")],
    { cwd: place.work, env: place.environment(), encoding: "utf8" },
  );
  assert.equal(status, 77);
  assert.match(stderr, /was not valid UTF-8/);
  assert.deepEqual(place.ran(), []);
});

test("a real U+FFFD is an argument like any other", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  assert.equal(place.ward("tool", "plain", "\ufffd").exit, 0);
  assert.deepEqual(place.ran(), ["fixed plain \ufffd"]);
});
