// The contract's tables, cell by cell: ct-01 to ct-04 of the trust cases, and each step from state to state.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CAPABILITY_KINDS,
  OUTCOME_KINDS,
  type Outcome,
  type OutcomeKind,
  STATES,
  type State,
} from "../src/model/outcome.ts";
import {
  appliedEnforcementNotices,
  canFollow,
  validateOutcome,
} from "../src/model/outcome-validity.ts";
import { MODES, ORIGINS, type Request, validateRequest } from "../src/model/request.ts";

const FULL = {
  processId: "7",
  exit: { code: 0 },
  denial: {
    capability: { kind: "process_spawn", scope: "ward.git.push" },
    source: "configured_policy",
    reason: "denied",
    recoverable: true,
    nextAction: "change_command",
  },
  enforcement: {},
  launched: true,
} as const;

function outcome(state: State, kind: OutcomeKind, rest: object = {}): Outcome {
  return { ...FULL, state, kind, ...rest };
}

test("ct-01: of the 100 pairs of state and kind, with every field given, exactly 14 are valid", () => {
  const pairs = STATES.flatMap((state) => OUTCOME_KINDS.map((kind) => ({ state, kind })));
  assert.equal(pairs.length, 100);
  const valid = pairs.filter(({ state, kind }) => validateOutcome(outcome(state, kind)) === null);
  assert.deepEqual(
    valid.map(({ state, kind }) => `${state}+${kind}`),
    [
      "running+running",
      "retained+running",
      "completed+success",
      "denied+policy_denied",
      "denied+enforcement_denied",
      "failed+policy_denied",
      "failed+enforcement_denied",
      "failed+application_failure",
      "failed+sandbox_setup_failure",
      "failed+executable_not_found",
      "failed+cancelled",
      "failed+timed_out",
      "failed+enforcement_degraded",
      "cancelled+cancelled",
    ],
  );
});

test("states that never leave ward, and unknown ones, say so", () => {
  for (const state of ["requested", "evaluated", "awaiting_approval", "prepared", "asleep"]) {
    const message = `execution outcome state "${state}" is not terminal or externally observable`;
    assert.equal(validateOutcome(outcome(state as State, "success")), message);
  }
});

const OUTCOMES: readonly [string, Outcome, string | null][] = [
  ["no state", outcome("" as State, "success"), "execution outcome requires state and kind"],
  ["no kind", outcome("failed", "" as OutcomeKind), "execution outcome requires state and kind"],
  [
    "ct-02: completed with exit 1",
    outcome("completed", "success", { exit: { code: 1 } }),
    'execution outcome state "completed" requires exit code 0',
  ],
  [
    "ct-02: completed without an exit",
    outcome("completed", "success", { exit: undefined }),
    'execution outcome state "completed" requires exit code 0',
  ],
  [
    "ct-03: denied without a denial",
    outcome("denied", "policy_denied", { denial: undefined }),
    'execution outcome state "denied" requires a denial',
  ],
  [
    "ct-03: denied with a blank reason",
    outcome("denied", "policy_denied", { denial: { ...FULL.denial, reason: "  " } }),
    "execution outcome denial requires a reason",
  ],
  [
    "denied with an unknown capability",
    outcome("denied", "policy_denied", { denial: { ...FULL.denial, capability: { kind: "x" } } }),
    'execution outcome denial contains invalid capability "x"',
  ],
  [
    "denied without a source",
    outcome("denied", "policy_denied", { denial: { ...FULL.denial, source: "" } }),
    "execution outcome denial requires a source",
  ],
  [
    "denied without a next action",
    outcome("denied", "policy_denied", { denial: { ...FULL.denial, nextAction: "" } }),
    "execution outcome denial requires a next action",
  ],
  [
    "running with a blank process id",
    outcome("running", "running", { processId: " " }),
    'execution outcome state "running" requires a process id',
  ],
  [
    "retained without a process id",
    outcome("retained", "running", { processId: undefined }),
    'execution outcome state "retained" requires a process id',
  ],
  [
    "failed without an exit",
    outcome("failed", "timed_out", { exit: undefined }),
    'execution outcome state "failed" requires an exit',
  ],
  ["failed with exit 0", outcome("failed", "timed_out"), null],
  ["cancelled with nothing else", { state: "cancelled", kind: "cancelled", enforcement: {} }, null],
  ["completed without launched", outcome("completed", "success", { launched: undefined }), null],
];

for (const [name, value, message] of OUTCOMES) {
  test(`outcome: ${name}`, () => assert.equal(validateOutcome(value), message));
}

const REQUEST: Request = {
  origin: "interactive_command",
  mode: "interactive",
  command: { name: "git", args: ["status"] },
  workingDirectory: "/work",
  workspaceRoots: ["/work"],
  capabilities: CAPABILITY_KINDS.map((kind) => ({ kind })),
  approval: { policyVersion: 2 },
};

const BAD_REQUESTS: readonly [object, string][] = [
  [{ origin: "x" }, "execution request requires a valid origin"],
  [{ mode: "x" }, "execution request requires a valid mode"],
  [{ command: { name: " \t" } }, "execution request requires a command"],
  [{ workingDirectory: " " }, "execution request requires a working directory"],
  [{ workspaceRoots: [] }, "execution request requires at least one workspace root"],
  [{ workspaceRoots: ["/work", " "] }, "execution request contains an empty workspace root"],
  [{ capabilities: [{ kind: "x" }] }, 'execution request contains invalid capability "x"'],
];

test("every origin and mode makes a valid request", () => {
  for (const origin of ORIGINS) {
    for (const mode of MODES) assert.equal(validateRequest({ ...REQUEST, origin, mode }), null);
  }
});

test("ct-04: each broken rule has its own message, and of several the first one speaks", () => {
  let broken: object = {};
  for (const [change, message] of BAD_REQUESTS) {
    assert.equal(validateRequest({ ...REQUEST, ...change }), message);
  }
  for (const [change, message] of [...BAD_REQUESTS].reverse()) {
    broken = { ...broken, ...change };
    assert.equal(validateRequest({ ...REQUEST, ...broken }), message);
  }
});

test("each of the 100 steps from state to state is allowed or not as the state walk says", () => {
  const steps = STATES.flatMap((from) => STATES.map((to) => ({ from, to })));
  const allowed = steps.filter(({ from, to }) => canFollow(from, to));
  assert.deepEqual(
    allowed.map(({ from, to }) => `${from}>${to}`),
    [
      "requested>evaluated",
      "evaluated>awaiting_approval",
      "evaluated>prepared",
      "evaluated>denied",
      "awaiting_approval>prepared",
      "awaiting_approval>denied",
      "awaiting_approval>cancelled",
      "prepared>running",
      "prepared>failed",
      "prepared>cancelled",
      "running>retained",
      "running>completed",
      "running>denied",
      "running>failed",
      "running>cancelled",
    ],
  );
});

test("planned notices are disclosed only where a process was created", () => {
  const enforcement = { notices: ["the network is shared"] };
  const notices = (launched: boolean | undefined) =>
    appliedEnforcementNotices(
      outcome("failed", "sandbox_setup_failure", { enforcement, launched }),
    );
  assert.deepEqual(notices(true), ["the network is shared"]);
  assert.deepEqual([notices(false), notices(undefined)], [[], []]);
});
