// Turns what happened to a child, or what kept it from starting, into the contract's Outcome and ward's exit code.

import { constants } from "node:os";
import { EXIT } from "../model/exit-codes.ts";
import type { WardFault } from "../model/fault.ts";
import type { Outcome } from "../model/outcome.ts";

/** How a run ended. */
export interface Ended {
  readonly outcome: Outcome;
  /** What ward exits with. */
  readonly exitCode: number;
  /** What kept the child from starting, for the person at the terminal; null where it started or was cancelled. */
  readonly fault: WardFault | null;
}

/** What the system reports of a child: exactly one of the first two is not null. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Seen in the spawn event. */
  readonly isLaunched: boolean;
}

/** Without an adapter ward is a lifecycle boundary and no sandbox, and says so. */
const UNCONFINED = { level: "none" } as const;

/** @returns 128 and the signal's number on this system */
export function exitOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * @param end how the child ended
 * @param cancelledBy the signal that told ward to stop while it shared no terminal with the child; null without one
 */
export function endedChild(end: ChildEnd, cancelledBy: NodeJS.Signals | null): Ended {
  const exit = end.signal === null ? { code: end.code ?? -1 } : { code: -1, signal: end.signal };
  const code = end.signal === null ? exit.code : exitOfSignal(end.signal);
  const common = { exit, enforcement: UNCONFINED, launched: end.isLaunched };
  if (cancelledBy !== null) {
    const outcome: Outcome = { state: "cancelled", kind: "cancelled", ...common };
    return { outcome, exitCode: exitOfSignal(cancelledBy), fault: null };
  }
  const outcome: Outcome =
    code === 0
      ? { state: "completed", kind: "success", ...common }
      : { state: "failed", kind: "application_failure", ...common };
  return { outcome, exitCode: code, fault: null };
}

/** @returns the end of a run that a signal stopped before there was a child */
export function cancelledBeforeSpawn(signal: NodeJS.Signals): Ended {
  const outcome: Outcome = {
    state: "cancelled",
    kind: "cancelled",
    enforcement: {},
    launched: false,
  };
  return { outcome, exitCode: exitOfSignal(signal), fault: null };
}

/**
 * @param fault what kept the child from starting, from `prepare` or from the spawn
 * @returns the end of that run; the kind follows from the fault's exit code
 */
export function endedByFault(fault: WardFault): Ended {
  if (fault.exit === EXIT.refused) return endedByRefusal(fault);
  const isMissing = fault.exit === EXIT.notFound || fault.exit === EXIT.notExecutable;
  const outcome: Outcome = {
    state: "failed",
    kind: isMissing ? "executable_not_found" : "sandbox_setup_failure",
    exit: { code: -1 },
    enforcement: {},
    launched: false,
  };
  return { outcome, exitCode: fault.exit, fault };
}

/** What was approved is not what lies there any more: a question, and no trouble of the machine. */
function endedByRefusal(fault: WardFault): Ended {
  const outcome: Outcome = {
    state: "denied",
    kind: "policy_denied",
    denial: {
      capability: { kind: "process_spawn", ...(fault.path ? { scope: fault.path } : {}) },
      source: "approval",
      reason: fault.message,
      recoverable: true,
      nextAction: "request_approval",
    },
    enforcement: {},
    launched: false,
  };
  return { outcome, exitCode: fault.exit, fault };
}
