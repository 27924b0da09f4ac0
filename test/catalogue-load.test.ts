// The catalogue as ward loads it: whole values of some flags, and that every binary's file compiles and loads.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { catalogueOf } from "../src/catalogue/load.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import type { FlagFact, SubcommandFacts } from "../src/model/catalogue.ts";

const catalogue = catalogueOf(readFactsFile);

function flag(bin: string, subcommand: string, name: string): FlagFact | undefined {
  const facts = catalogue(bin);
  const found = facts?.subcommands.find((each) => each.name === subcommand);
  return found?.flags.find((each) => each.names.includes(name));
}

test("a binary that nobody described has no facts", () => {
  assert.equal(catalogue("no-such-binary"), null);
  assert.equal(catalogue("constructor"), null);
});

test("a path finds the facts of its last word", () => {
  assert.equal(catalogue("/usr/bin/git")?.bin, "git");
});

const names = readdirSync("src/catalogue")
  .filter((name) => /(?<!\.hand)\.kdl$/.test(name))
  .map((name) => name.slice(0, -4));

test("every catalogued binary loads, and no flag's name stands twice in a subcommand", () => {
  for (const bin of names) {
    const facts = catalogue(bin);
    assert.ok(facts, bin);
    for (const { name, flags } of facts.subcommands) {
      const names = flags.flatMap((each) => each.names);
      assert.equal(new Set(names).size, names.length, `${bin} ${name}`);
    }
  }
});

test("facts survive JSON", () => {
  const facts = catalogue("git");
  const copy = JSON.parse(JSON.stringify(facts));
  assert.deepEqual(JSON.parse(JSON.stringify(copy)), copy);
  assert.deepEqual(
    copy.subcommands.map((each: SubcommandFacts) => each.flags),
    facts?.subcommands.map((each) => each.flags),
  );
});

test("git's flags: names, arity, negations, dashless operands", () => {
  assert.deepEqual(flag("git", "commit", "-n"), {
    names: ["-n", "--no-verify"],
    arity: "none",
  });
  assert.deepEqual(flag("git", "commit", "--verify"), {
    names: ["--verify", "--no-no-verify"],
    arity: "none",
  });
  assert.deepEqual(flag("git", "commit", "--message"), {
    names: ["-m", "--message"],
    arity: "required",
    isText: true,
  });
  assert.deepEqual(flag("git", "push", "-f"), {
    names: ["-f", "--force"],
    arity: "none",
    dashless: ["+"],
  });
  assert.deepEqual(flag("git", "push", "-d"), {
    names: ["-d", "--delete"],
    arity: "none",
    dashless: [":"],
  });
  assert.deepEqual(flag("git", "grep", "-O"), {
    names: ["-O", "--open-files-in-pager"],
    arity: "attached",
  });
  assert.deepEqual(flag("git", "log", "--output"), {
    names: ["--output"],
    arity: "required",
  });
});
