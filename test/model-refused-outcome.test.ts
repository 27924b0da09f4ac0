// Every refusal of the contract's table → its Outcome, whole; also those of surfaces that do not exist yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Denial, REASONS, type Reason } from "../src/model/decision.ts";
import type { OutcomeDenial } from "../src/model/outcome.ts";
import { appliedEnforcementNotices, validateOutcome } from "../src/model/outcome-validity.ts";
import {
  backgroundOutcome,
  outcomeOfDenial,
  type RefusalGround,
  refusedOutcome,
} from "../src/model/refused-outcome.ts";

const LEAF = { kind: "process_spawn", scope: "ward.git.push" } as const;

function denial(reason: Reason, more: Partial<Denial> = {}): Denial {
  const nothing = { rule: null, allowedHere: null, shellFacts: [], remedy: null };
  return { decision: "deny", verb: "ward.git.push", reason, message: "no", ...nothing, ...more };
}

/** Source, next action, and whether the caller can put it right, as the table of section 4 has them. */
const WAYS: [RefusalGround, OutcomeDenial["source"], OutcomeDenial["nextAction"], boolean][] = [
  ["policy", "configured_policy", "change_command", true],
  ["launcher", "configured_policy", "change_command", false],
  ["undecided", "approval", "request_approval", true],
  ["declined", "approval", "none", true],
  ["fixed", "configured_policy", "none", false],
  ["changed", "approval", "request_approval", true],
  ["invalid", "configured_policy", "none", true],
];

for (const [ground, source, nextAction, recoverable] of WAYS) {
  test(`a refusal that is ${ground} says ${source}, ${nextAction}, recoverable ${recoverable}`, () => {
    const outcome = refusedOutcome(ground, LEAF, "because");
    assert.deepEqual(outcome, {
      state: "denied",
      kind: "policy_denied",
      denial: { capability: LEAF, source, reason: "because", recoverable, nextAction },
      enforcement: {},
      launched: false,
    });
    assert.equal(validateOutcome(outcome), null);
  });
}

const GROUNDS: Readonly<Record<Reason, RefusalGround | null>> = {
  "no-such-leaf": "policy",
  never: "policy",
  metachar: "policy",
  limit: "policy",
  guard: "policy",
  "flag-denied": "policy",
  "flag-not-allowed": "policy",
  "flag-pinned": "policy",
  "arg-shape": "policy",
  sealed: "policy",
  env: null,
  untrusted: "undecided",
  "bad-guardfile": "invalid",
  launcher: "launcher",
};

test("every reason for a refusal has its outcome; an env provider that failed is ward's own failure", () => {
  for (const reason of REASONS) {
    const ground = GROUNDS[reason];
    const wanted =
      ground === null
        ? {
            state: "failed",
            kind: "sandbox_setup_failure",
            exit: { code: -1 },
            enforcement: {},
            launched: false,
          }
        : refusedOutcome(ground, LEAF, "no");
    assert.deepEqual(outcomeOfDenial(denial(reason)), wanted, reason);
    assert.equal(validateOutcome(outcomeOfDenial(denial(reason))), null);
  }
});

test("the reason says what to do next, a declined file how to answer again", () => {
  const remedy = "`wardctl trust review x` answers again";
  const declined = outcomeOfDenial(denial("untrusted", { standing: "declined", remedy }));
  assert.deepEqual(declined, refusedOutcome("declined", LEAF, `no; ${remedy}`));
});

test("a variable and a protected file are named as what they are", () => {
  for (const kind of ["environment", "protected_metadata"] as const) {
    const outcome = refusedOutcome("policy", { kind, scope: "x" }, "no");
    assert.deepEqual(outcome.denial?.capability, { kind, scope: "x" });
    assert.equal(validateOutcome(outcome), null);
  }
});

test("a run in the background is running, and retained once its caller lets go", () => {
  const both = [false, true].map((isDetached) => backgroundOutcome("7", isDetached));
  const common = { kind: "running", processId: "7", enforcement: { level: "none" } };
  assert.deepEqual(both, [
    { state: "running", ...common, launched: true },
    { state: "retained", ...common, launched: true },
  ]);
  for (const outcome of both) assert.equal(validateOutcome(outcome), null);
});

test("notices are told of what was launched alone", () => {
  const notices = ["the network is the host's"];
  const outcome = { ...backgroundOutcome("7", false), enforcement: { notices } };
  assert.deepEqual(appliedEnforcementNotices(outcome), notices);
  assert.deepEqual(appliedEnforcementNotices({ ...outcome, launched: false }), []);
});
