// Of every program with hazards on file: one --fix closes each flag that lint speaks of, writes no sentence twice, and has nothing to add.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseGuardfile } from "../src/language/parse.ts";
import { applyFixes } from "../src/lint/lint.ts";
import { decider, lintText, programs } from "./lint-place.ts";

const MOST_ROUNDS = 5;

/** As `wardctl lint --fix` does; the text, and what is open in it. */
function fixed(text: string) {
  let now = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = lintText(now);
    const next = applyFixes(now, open);
    if (next === now) return { text: now, open };
    now = next;
  }
  return { text: now, open: lintText(now) };
}

/** What hands its words to another shell has to say so. */
function grantAll(bin: string): string {
  const wrap = (exec: string) =>
    `wrap ward x {\n    exec ${exec}\n    metacharacters literal\n    can run "*"\n}\n`;
  const plain = wrap(JSON.stringify(bin));
  const { guardfile } = parseGuardfile("x.kdl", plain);
  return guardfile ? plain : wrap(`${JSON.stringify(bin)} { remote-shell none }`);
}

/** One name of those that have the same hazards. */
const NAMES = [
  ...new Map(
    programs.names().map((name) => [JSON.stringify(programs.hazards(name)), name] as const),
  ).values(),
];

test("one --fix is all of it, for every program of which hazards are known", () => {
  const wrong = NAMES.flatMap((bin) => {
    const { text, open } = fixed(grantAll(bin));
    const flags = open.filter(({ fix }) => fix?.into).flatMap((one) => one.flags);
    const sentences = text.split("\n").flatMap((line) => line.split(";"));
    const said = sentences.map((one) => one.trim()).filter((one) => /^(?:deny|never)/.test(one));
    const twice = said.filter((one, at) => said.indexOf(one) !== at);
    const denied = [...text.matchAll(/^ +deny-flag (.*)$/gm)].flatMap(([, all = ""]) =>
      all.split(" "),
    );
    const again = denied.filter((one, at) => denied.indexOf(one) !== at);
    const isDone = applyFixes(text, open) === text;
    const problems = [...flags, ...twice, ...again];
    return isDone && problems.length === 0 ? [] : [{ bin, isDone, problems }];
  });
  assert.deepEqual(wrong, []);
  assert.ok(NAMES.length > 200, `${NAMES.length}`);
});

/** Each wrote the file when it was run. */
const CALLS: readonly (readonly string[])[] = [
  ["gcc", "-fdump-tree-all", "x.c"],
  ["gcc", "-fdump-rtl-all=/tmp/x", "x.c"],
  ["gcc", "-fdump-tree-original=/tmp/x", "x.c"],
  ["gcc", "-fdump-final-insns=/tmp/x", "x.c"],
  ["gcc", "-fdump-go-spec=/tmp/x", "x.c"],
  ["gcc", "-O2", "-fopt-info-vec=/tmp/x", "x.c"],
  ["go", "build", "-debug-trace=/tmp/x", "."],
  ["go", "build", "-debug-actiongraph=/tmp/x", "."],
  ["openssl", "smime", "-verify", "-signer", "/tmp/x"],
  ["openssl", "cmp", "-certout", "/tmp/x"],
  ["openssl", "x509", "-CAcreateserial"],
  ["terraform", "state", "mv", "-state-out=/tmp/x", "A", "B"],
  ["terraform", "state", "mv", "-backup=/tmp/x", "A", "B"],
];

for (const [bin = "", ...words] of CALLS) {
  test(`${bin} ${words.join(" ")}: passes, and not behind what --fix puts in`, () => {
    const call = ["ward", "x", ...words];
    const text = grantAll(bin);
    const before = decider(text)(call).decision;
    const after = decider(fixed(text).text)(call).decision;
    assert.deepEqual([before, after], ["allow", "deny"]);
  });
}
