// Every shipped Guardfile stands beside a table of calls; both hold, through the built wardctl.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";
import { readShipped, type ShippedLeaf, shippedNames } from "./shipped-policies.ts";

interface Case {
  readonly id: string;
  readonly call: readonly string[];
  readonly expect: { readonly decision: string };
}

const NAMES = [
  "brew",
  "docker",
  "forgejo-admin",
  "git",
  "inspect",
  "kubectl",
  "npm",
  "systemctl",
  "tailscale",
];

const cases = (name: string) =>
  readFileSync(`guardfiles/${name}.cases.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);

test("the folder holds the policies and their tables, and nothing else", () => {
  const wanted = NAMES.flatMap((name) => [`${name}.cases.jsonl`, `${name}.kdl`]);
  assert.deepEqual([shippedNames, readdirSync("guardfiles").sort()], [NAMES, wanted]);
});

for (const name of NAMES) {
  test(`${name}: the file and its table hold`, (t) => {
    const place = new Place(t);
    const file = resolve(`guardfiles/${name}.kdl`);
    const checked = place.wardctl("check", file);
    const table = resolve(`guardfiles/${name}.cases.jsonl`);
    const tested = place.wardctl("test", table, "--guardfile", file);
    assert.deepEqual(
      { checked: checked.exit, tested: tested.exit, said: tested.stdout },
      { checked: 0, tested: 0, said: `${cases(name).length} passed, 0 failed\n` },
    );
  });
}

/** A leaf with neither would hand every flag to the tool, those of next year too. */
const isBounded = ({ wrap, leaf }: ShippedLeaf) =>
  wrap.form === "allow" || leaf.allowFlags.length > 0 || leaf.isSealed;

test("every leaf lists its flags or takes none, and every comment says what is refused and what remains", () => {
  const files = NAMES.map(readShipped);
  const open = files.flatMap(({ leaves }) => leaves.filter((leaf) => !isBounded(leaf)));
  assert.deepEqual(
    open.map(({ words }) => words.join(" ")),
    [],
  );
  const silent = files.filter(
    ({ comment }) => !/Refused on purpose/.test(comment) || !/Still possible/.test(comment),
  );
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});
