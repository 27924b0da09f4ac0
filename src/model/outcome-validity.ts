// An outcome → what is wrong with it: which kinds go with which state, what each state must carry, and which state may
// follow which (spec: contract.md sections 3, 5 and 6).

import {
  isCapabilityKind,
  type Outcome,
  type OutcomeDenial,
  type OutcomeKind,
  type State,
} from "./outcome.ts";

const SUBJECT = "execution outcome";

/** The kinds that each state may carry; states that are missing never leave ward. */
const KINDS: Partial<Record<State, (kind: OutcomeKind) => boolean>> = {
  running: (kind) => kind === "running",
  retained: (kind) => kind === "running",
  completed: (kind) => kind === "success",
  denied: (kind) => kind === "policy_denied" || kind === "enforcement_denied",
  failed: (kind) => kind !== "running" && kind !== "success",
  cancelled: (kind) => kind === "cancelled",
};

/** @returns what is wrong with the outcome, or null for a valid one; `launched` is no part of validity */
export function validateOutcome(outcome: Outcome): string | null {
  const { state, kind } = outcome;
  if (!state || !kind) return `${SUBJECT} requires state and kind`;
  const allows = KINDS[state];
  if (!allows) return `${SUBJECT} state "${state}" is not terminal or externally observable`;
  if (!allows(kind)) return `${SUBJECT} state "${state}" does not allow kind "${kind}"`;
  return missing(outcome);
}

function missing({ state, processId, exit, denial }: Outcome): string | null {
  switch (state) {
    case "running":
    case "retained":
      return processId?.trim() ? null : `${SUBJECT} state "${state}" requires a process id`;
    case "completed":
      return exit?.code === 0 ? null : `${SUBJECT} state "completed" requires exit code 0`;
    case "failed":
      return exit ? null : `${SUBJECT} state "failed" requires an exit`;
    case "denied":
      return denial ? validateDenial(denial) : `${SUBJECT} state "denied" requires a denial`;
    default:
      return null;
  }
}

function validateDenial({ capability, source, reason, nextAction }: OutcomeDenial): string | null {
  if (!isCapabilityKind(capability.kind)) {
    return `${SUBJECT} denial contains invalid capability "${capability.kind}"`;
  }
  if (!source) return `${SUBJECT} denial requires a source`;
  if (reason.trim() === "") return `${SUBJECT} denial requires a reason`;
  return nextAction ? null : `${SUBJECT} denial requires a next action`;
}

/** Terminal states have no successor. */
const SUCCESSORS: Readonly<Record<State, readonly State[]>> = {
  requested: ["evaluated"],
  evaluated: ["denied", "awaiting_approval", "prepared"],
  awaiting_approval: ["denied", "prepared", "cancelled"],
  prepared: ["failed", "cancelled", "running"],
  running: ["retained", "completed", "failed", "cancelled", "denied"],
  retained: [],
  completed: [],
  denied: [],
  failed: [],
  cancelled: [],
};

export function canFollow(from: State, to: State): boolean {
  return SUCCESSORS[from].includes(to);
}

/**
 * Notices are planned before the launch; only a process that was really created makes them true.
 * @returns the notices that hold for this outcome, a copy
 */
export function appliedEnforcementNotices({ enforcement, launched }: Outcome): readonly string[] {
  return launched === true ? [...(enforcement.notices ?? [])] : [];
}
