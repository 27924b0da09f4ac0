// The catalogue against the tools that are here: what they print is regenerated and compared, what was written by hand is tried.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { catalogueOf } from "../src/catalogue/load.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import type { FlagFact } from "../src/model/catalogue.ts";

const catalogue = catalogueOf(readFactsFile);
const place = mkdtempSync(join(tmpdir(), "ward-tools-"));
after(() => rmSync(place, { recursive: true, force: true }));

function answer(bin: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: place, LC_ALL: "C", GIT_PAGER: "cat" };
  const child = spawnSync(bin, args, { cwd: place, encoding: "utf8", input: "", env });
  return `${child.stdout}${child.stderr}`;
}

function flagsOf(bin: string, subcommand = ""): readonly FlagFact[] {
  const found = catalogue(bin)?.subcommands.find(({ name }) => name === subcommand);
  assert.ok(found, `${bin} ${subcommand}`);
  return found.flags;
}

/** Commands of git whose whole table is asked anew, flag by flag; all of git takes a minute. */
const GIT = "git:commit,push,grep,clone,tag";
const PRINTED = [GIT, "npm", "curl", "rg", "grep", "sort", "tar", "sed", "head", "tail", "env"];

test("what the installed tools print is what the catalogue holds", (t) => {
  const script = ["scripts/catalogue.mjs", "--check", ...PRINTED];
  const child = spawnSync(process.execPath, script, { encoding: "utf8" });
  for (const line of child.stdout.trimEnd().split("\n")) t.diagnostic(line);
  const tools = child.stdout.split("\n").filter((line) => /^\S+: /.test(line));
  assert.equal(tools.length, PRINTED.length);
  assert.equal(child.status, 0, child.stdout);
});

test("git log and its kin know each revision and diff option, with the catalogue's arity", () => {
  answer("git", "init", "-q");
  answer("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--allow-empty");
  const wrong: string[] = [];
  for (const { names, arity } of flagsOf("git", "log"))
    for (const name of names.filter((each) => each !== "-#" && each !== "--output")) {
      const value = name === "--no-walk" ? "sorted" : "1";
      const shown =
        arity === "none" ? name : name.startsWith("--") ? `${name}=${value}` : `${name}1`;
      const given = name === "--default" ? [name, "HEAD"] : [shown];
      const told = answer("git", "log", ...given, "HEAD");
      if (/unrecognized argument|unknown option|takes no value/.test(told)) wrong.push(name);
      const alone = answer("git", "log", name);
      const needs = /requires a value|requires an argument/.test(alone);
      if (needs && arity !== "required") wrong.push(`${name} needs a value`);
    }
  assert.deepEqual(wrong, []);
});

/** These stand before find's paths. */
const before = new Set(["-H", "-L", "-P", "-O", "-D"]);

test("find knows each of its predicates, with the catalogue's arity", () => {
  const wrong: string[] = [];
  for (const { names, arity } of flagsOf("find"))
    for (const name of names.filter((each) => !before.has(each))) {
      const told = answer("find", join(place, "none"), name);
      if (/unknown predicate/.test(told)) wrong.push(name);
      const needs = /(missing|invalid) argument/.test(told);
      if (arity !== "unknown" && needs !== (arity === "required")) wrong.push(`${name} ${arity}`);
    }
  assert.deepEqual(wrong, []);
});

for (const bin of ["ssh", "scp", "sftp"])
  test(`${bin} knows each of its letters, with the catalogue's arity`, () => {
    const wrong: string[] = [];
    for (const { names, arity } of flagsOf(bin))
      for (const name of names.filter((each) => each !== "-V")) {
        const told = answer(bin, name);
        const needs = told.includes(`option requires an argument -- ${name[1]}`);
        const isUnknown = /(unknown|invalid|illegal) option/.test(told);
        const isWrong = arity !== "unknown" && needs !== (arity === "required");
        if (isUnknown || isWrong) wrong.push(`${name} ${arity}`);
      }
    assert.deepEqual(wrong, []);
  });
