// A refusal → the contract's Outcome: who refused, whether it can be put right, and what to do next (contract.md section 4).

import type { Denial } from "./decision.ts";
import type { Capability, Outcome, OutcomeDenial } from "./outcome.ts";

/**
 * Every kind of refusal that the contract's table tells apart. `fixed` is a surface on which nobody may run leaves;
 * `changed` a file that is not the one that was approved, found between the check and the run.
 */
export type RefusalGround =
  | "policy"
  | "launcher"
  | "undecided"
  | "declined"
  | "fixed"
  | "changed"
  | "invalid";

type Way = Pick<OutcomeDenial, "source" | "recoverable" | "nextAction">;

const WAYS: Readonly<Record<RefusalGround, Way>> = {
  policy: { source: "configured_policy", recoverable: true, nextAction: "change_command" },
  launcher: { source: "configured_policy", recoverable: false, nextAction: "change_command" },
  undecided: { source: "approval", recoverable: true, nextAction: "request_approval" },
  declined: { source: "approval", recoverable: true, nextAction: "none" },
  fixed: { source: "configured_policy", recoverable: false, nextAction: "none" },
  changed: { source: "approval", recoverable: true, nextAction: "request_approval" },
  invalid: { source: "configured_policy", recoverable: true, nextAction: "none" },
};

/**
 * @param ground what kind of refusal it is
 * @param capability what was asked for; for a leaf `process_spawn` with its dotted name
 * @param reason one sentence, unescaped
 */
export function refusedOutcome(
  ground: RefusalGround,
  capability: Capability,
  reason: string,
): Outcome {
  const denial: OutcomeDenial = { capability, reason, ...WAYS[ground] };
  return { state: "denied", kind: "policy_denied", denial, enforcement: {}, launched: false };
}

/** What kept ward from doing its own part before anything was started. */
export function setupFailure(): Outcome {
  return {
    state: "failed",
    kind: "sandbox_setup_failure",
    exit: { code: -1 },
    enforcement: {},
    launched: false,
  };
}

/** @returns the Outcome of a call that was refused; an env provider that failed is ward's own failure and no refusal */
export function outcomeOfDenial(denial: Denial): Outcome {
  if (denial.reason === "env") return setupFailure();
  const { verb, message, remedy } = denial;
  const reason = remedy === null ? message : `${message}; ${remedy}`;
  return refusedOutcome(groundOf(denial), { kind: "process_spawn", scope: verb }, reason);
}

function groundOf({ reason, standing }: Denial): RefusalGround {
  switch (reason) {
    case "untrusted":
      return standing ?? "undecided";
    case "bad-guardfile":
      return "invalid";
    case "launcher":
      return "launcher";
    default:
      return "policy";
  }
}

/**
 * A run in the background, as its surface tells it.
 * @param processId not blank
 * @param isDetached whether the caller has let go of it
 */
export function backgroundOutcome(processId: string, isDetached: boolean): Outcome {
  const state = isDetached ? "retained" : "running";
  return { state, kind: "running", processId, enforcement: { level: "none" }, launched: true };
}
