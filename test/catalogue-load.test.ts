// The catalogue as ward loads it: whole values of some flags, and that every binary's file compiles and loads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { binaries } from "../src/catalogue/binaries.ts";
import { loadFacts } from "../src/catalogue/load.ts";
import type { FlagFact } from "../src/model/catalogue.ts";

async function flag(bin: string, subcommand: string, name: string): Promise<FlagFact | undefined> {
  const facts = await loadFacts(bin);
  const found = facts?.subcommands.find((each) => each.name === subcommand);
  return found?.flags.find((each) => each.names.includes(name));
}

test("a binary that nobody described has no facts", async () => {
  assert.equal(await loadFacts("no-such-binary"), null);
  assert.equal(await loadFacts("constructor"), null);
});

test("a path finds the facts of its last word", async () => {
  assert.equal((await loadFacts("/usr/bin/git"))?.bin, "git");
});

test("every listed binary loads, and no flag's name stands twice in a subcommand", async () => {
  for (const bin of Object.keys(binaries)) {
    const facts = await loadFacts(bin);
    assert.ok(facts, bin);
    for (const { name, flags } of facts.subcommands) {
      const names = flags.flatMap((each) => each.names);
      assert.equal(new Set(names).size, names.length, `${bin} ${name}`);
    }
  }
});

test("facts are plain data", async () => {
  const facts = await loadFacts("git");
  assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts);
});

test("git's flags: names, arity, negations, dashless operands", async () => {
  assert.deepEqual(await flag("git", "commit", "-n"), {
    names: ["-n", "--no-verify"],
    arity: "none",
  });
  assert.deepEqual(await flag("git", "commit", "--verify"), {
    names: ["--verify", "--no-no-verify"],
    arity: "none",
  });
  assert.deepEqual(await flag("git", "commit", "--message"), {
    names: ["-m", "--message"],
    arity: "required",
    isText: true,
    swallows: true,
  });
  assert.deepEqual(await flag("git", "push", "-f"), {
    names: ["-f", "--force"],
    arity: "none",
    dashless: ["+"],
  });
  assert.deepEqual(await flag("git", "push", "-d"), {
    names: ["-d", "--delete"],
    arity: "none",
    dashless: [":"],
  });
  assert.deepEqual(await flag("git", "grep", "-O"), {
    names: ["-O", "--open-files-in-pager"],
    arity: "attached",
  });
  assert.deepEqual(await flag("git", "log", "--output"), {
    names: ["--output"],
    arity: "required",
    swallows: true,
  });
});
