// A guard that does not hold is told in words: what stands for anything, or for one word, is told without a pattern.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../src/engine/decide.ts";
import { bareFacts, shellKey } from "../src/engine/facts.ts";
import { plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";

const POLICY = `wrap ward t {
    exec x { value-flag "--to" }
    never pass "*.key" { describe "keys stay here" }
    never pass when arg3 is "*" { describe "three at most" }
    can run none { deny-when arg0 matches "*" }
    can run "none of"
    can run one { allow-flag "-q"; deny-when arg1 matches "*" }
    can run two { deny-when arg2 matches "a" "*" }
    can run dashes { deny-when any-arg matches "--" "." "*.pem" }
    can run dot { deny-when arg0 matches "." "x*" "Y" }
    can run value { deny-when to matches "evil" "b*" }
    can run empty { deny-when to matches "*" }
    can run nothing { deny-when any-arg matches "*" }
    can run some { when arg0 matches "*" }
    can run many { when arg1 matches "*" }
    can run any { when any-arg matches "*" }
    can run flagged { when to matches "*" }
    can run shaped { when arg0 matches "a*" }
}
`;

const { guardfile } = parseGuardfile("t.kdl", POLICY);
assert.ok(guardfile);
const { tree } = plant([{ place: "user", guardfile }]);

/** The refusal's sentence and what passes; null where the call is let through. */
function told(call: string): readonly (string | null)[] | null {
  const words = ["ward", "t", ...call.split(" ")];
  const decision = decide(tree, { words }, bareFacts);
  return decision.decision === "deny" ? [decision.message, decision.allowedHere] : null;
}

const ANY = (leaf: string) => `ward t ${leaf} [any flags] [3 arguments at most]`;
const NONE = "ward t none [any flags] [no arguments], or ward t none of";
const DASHES = ANY("dashes");

const CASES: readonly (readonly [string, readonly (string | null)[] | null])[] = [
  ["none", null],
  ["none v1", ["`ward t none` takes no arguments here", NONE]],
  ["none --maybe v1", ["`v1` may be an argument, and `ward t none` takes no arguments here", NONE]],
  ["none --maybe v1 v2", ["`ward t none` takes no arguments here", NONE]],
  ["one a", null],
  [
    "one a b",
    [
      "`ward t one` takes one argument at most here",
      "ward t one [flags -q] [one argument at most]",
    ],
  ],
  [
    "two x y z",
    ["`ward t two` takes 2 arguments at most here", "ward t two [any flags] [2 arguments at most]"],
  ],
  ["dashes a -- b", ["`--` is refused here", DASHES]],
  ["dashes --at=.", ["`--at=.` holds `.`, which is refused here", DASHES]],
  ["dashes k.pem", ["`k.pem` matches `*.pem`, which is refused", DASHES]],
  ["dashes k.key", ["`k.key` matches `*.key`, which is refused: keys stay here", DASHES]],
  ["dashes a b c d", ["`ward t dashes` takes 3 arguments at most here: three at most", DASHES]],
  ["dot .", ["`.` is refused here", ANY("dot")]],
  ["dot y", ["`y` is refused here", ANY("dot")]],
  [
    "dot xy",
    ["the first argument (arg0) may be `xy`, which matches `x*` and is refused", ANY("dot")],
  ],
  ["dot -z .", ["the first argument (arg0) may be `.`, which is refused here", ANY("dot")]],
  ["value --to evil", ["the value of `--to` may be `evil`, which is refused here", ANY("value")]],
  [
    "value --to=bad",
    ["the value of `--to` may be `bad`, which matches `b*` and is refused", ANY("value")],
  ],
  ["empty --to=x", ["the value of `--to` is refused here, whatever it is", ANY("empty")]],
  ["nothing -x", ["`ward t nothing` takes no argument and no flag here", ANY("nothing")]],
  ["some", ["`ward t some` needs an argument here", ANY("some")]],
  ["many a", ["`ward t many` needs 2 arguments here", ANY("many")]],
  ["any", ["`ward t any` needs an argument here", ANY("any")]],
  ["flagged", ["the value of `--to` is missing", ANY("flagged")]],
  ["shaped", ["the first argument (arg0) is missing: it must match `a*`", ANY("shaped")]],
  ["shaped b", ["the first argument (arg0) may be `b`, which does not match `a*`", ANY("shaped")]],
];

for (const [call, expected] of CASES) {
  test(`${call}: ${expected?.[0] ?? "passes"}`, () => {
    assert.deepEqual(told(call), expected);
  });
}

test("the reason of a guard that asks a program is told too", () => {
  const text = `wrap ward t {
    exec x
    can run go
    only pass when shell hostname is "kai*" { describe "on the laptop only" }
}
`;
  const policy = parseGuardfile("t.kdl", text).guardfile;
  assert.ok(policy);
  const shell = new Map([[shellKey(["hostname"]), { ok: true, value: "box" } as const]]);
  const decision = decide(
    plant([{ place: "user", guardfile: policy }]).tree,
    { words: ["ward", "t", "go"] },
    { ...bareFacts, shell },
  );
  assert.equal(decision.decision, "deny");
  assert.equal(
    "message" in decision && decision.message,
    "`hostname` says `box`, which does not match `kai*`: on the laptop only",
  );
});
