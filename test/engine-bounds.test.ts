// A call that holds deeper grants than its leaf → the bounds of its run: what each of them says is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";

function decided(grants: string, words: readonly string[]) {
  const { guardfile } = parseGuardfile("t.kdl", `wrap ward g { exec git; ${grants} }\n`);
  if (guardfile === null) throw new Error(`${grants} is not valid`);
  const { tree } = plant([{ place: "user", guardfile }]);
  return decide(tree, { words: ["ward", "g", ...words] }, bareFacts);
}

function boundsOf(grants: string, ...words: string[]) {
  const decision = decided(grants, words);
  return decision.decision === "allow" ? decision.exec.bounds : decision.decision;
}

const WALK = ["remote", "-v", "add", "a", "b"];

const joined: [string, string, string, object | undefined][] = [
  ["none", "", "", undefined],
  ["the deeper one's alone", "", 'timeout "1s"; stdin none', { timeoutMs: 1000, stdin: "none" }],
  ["the leaf's alone", 'timeout "1s"; cwd "/"', "", { timeoutMs: 1000, cwd: "/" }],
  ["the shorter time", 'timeout "1s"', 'timeout "1h"', { timeoutMs: 1000 }],
  ["the shorter time, deeper", 'timeout "1h"', 'timeout "1s"', { timeoutMs: 1000 }],
  ["the smaller size", 'output-limit "1KiB"', 'output-limit "1B"', { outputLimit: 1 }],
  ["no input before some", "stdin inherit", "stdin none", { stdin: "none" }],
  ["no input before some, deeper", "stdin none", "stdin inherit", { stdin: "none" }],
  ["some input where both say so", "stdin inherit", "stdin inherit", { stdin: "inherit" }],
  ["one directory", 'cwd "/srv"', 'cwd "/srv"', { cwd: "/srv" }],
];

for (const [name, leaf, deeper, bounds] of joined) {
  test(`bounds of a call that two grants hold: ${name}`, () => {
    const grants = `can run remote { ${leaf} }; can run "remote add" { ${deeper} }`;
    assert.deepEqual(boundsOf(grants, ...WALK), bounds);
  });
}

const CONFINE = {
  read: [],
  write: ["."],
  hide: [],
  socket: [],
  network: "none",
  isRequired: true,
};

test("a sandbox of the deeper grant holds, wherever the flag stands", () => {
  const grants = 'can run remote; can run "remote add" { confine { write "." } }';
  for (const words of [WALK, ["remote", "add", "-v", "a", "b"]]) {
    assert.deepEqual(boundsOf(grants, ...words), { confine: CONFINE });
  }
  assert.equal(boundsOf(grants, "remote", "-v"), undefined);
});

const conflicts: [string, string, string][] = [
  ["confine", 'confine { write "." }', "confine"],
  ["cwd", 'cwd "/srv"', 'cwd "/"'],
];

for (const [what, leaf, deeper] of conflicts) {
  test(`two of ${what} can't be kept at once, so the call is refused and says how to write it`, () => {
    const grants = `can run remote { ${leaf} }; can run "remote add" { ${deeper} }`;
    const decision = decided(grants, WALK);
    assert.equal(decision.decision, "deny");
    if (decision.decision !== "deny") return;
    const { reason, message, remedy, rule } = decision;
    assert.deepEqual(
      { reason, message, remedy, rule: rule?.text },
      {
        reason: "limit",
        message: `this is a call of \`remote add\` as well, which has another \`${what}\``,
        remedy: "write `remote add` first, and flags behind it",
        rule: 'can run "remote add"',
      },
    );
    assert.notEqual(decided(grants, ["remote", "add", "a", "b", "-v"]).decision, "deny");
  });
}
