// Lint has nothing to say about a shipped policy, at no level and on no machine, and every silence has its reason.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import type { World } from "../src/lint/rule.ts";
import type { LintAllow } from "../src/model/policy.ts";
import { lintText, parse } from "./lint-place.ts";
import { Place } from "./program-place.ts";
import { shippedNames } from "./shipped-policies.ts";

const textOf = (name: string) => readFileSync(`guardfiles/${name}.kdl`, "utf8");

/** Machines with all of the programs, and with none. */
const WORLDS: readonly World[] = ["/usr/bin/x", null].map((path) => ({
  find: () => path,
  writer: () => null,
  sshConfig: null,
}));

function silencesOf(text: string): readonly LintAllow[] {
  return parse(text).wraps.flatMap((wrap) => [
    ...wrap.lintAllows,
    ...wrap.leaves.flatMap((leaf) => leaf.lintAllows),
  ]);
}

/** A reason names what is accepted here and why: that takes a sentence, and is more than the rule's own name. */
function isReason({ lintRule, reason }: LintAllow): boolean {
  return reason.split(" ").length >= 8 && !reason.includes(lintRule);
}

/** The text without the sentence, which stands on a line of its own. */
function without(text: string, { rule }: LintAllow): string {
  const lines = text.split("\n");
  return [...lines.slice(0, rule.line - 1), "", ...lines.slice(rule.line)].join("\n");
}

for (const name of shippedNames) {
  test(`${name}: clean at every level, with its programs or without`, () => {
    const said = WORLDS.flatMap((world) => lintText(textOf(name), world));
    assert.deepEqual(
      said.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`),
      [],
    );
  });

  test(`${name}: every lint-allow has a reason, and silences something`, () => {
    const text = textOf(name);
    const silences = silencesOf(text);
    const bare = silences.filter((one) => !isReason(one)).map(({ rule }) => rule.text);
    const idle = silences
      .filter((one) => {
        const said = WORLDS.flatMap((world) => lintText(without(text, one), world));
        return !said.some(({ rule }) => rule === one.lintRule);
      })
      .map(({ rule }) => `${rule.line}: ${rule.text}`);
    assert.deepEqual({ bare, idle }, { bare: [], idle: [] });
  });
}

test("a silence without a reason would be seen, and one that nothing needs", () => {
  const text = `wrap ward x {
    exec git { argv-prefix "-c" "core.fsmonitor=false" "-c" "safe.bareRepository=explicit" }
    can run mv {
        allow-flag "-k"
        lint-allow hazard-write "meant"
        allows "mv a b"
    }
}
`;
  const [silence] = silencesOf(text);
  assert.ok(silence);
  assert.deepEqual([isReason(silence), lintText(text)], [false, []]);
  const said = lintText(without(text, silence)).map(({ rule }) => rule);
  assert.deepEqual(said, ["hazard-write"]);
});

test("the program says the same of the files on the disk", (t) => {
  const files = shippedNames.map((name) => resolve(`guardfiles/${name}.kdl`));
  const { exit, stdout } = new Place(t).wardctl("lint", "--strict", "--json", ...files);
  assert.deepEqual([exit, JSON.parse(stdout)], [0, []]);
});
