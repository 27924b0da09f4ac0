// Turns what happened to a child, or what kept it from starting, into the contract's Outcome and ward's exit code.

import { constants } from "node:os";
import { EXIT } from "../model/exit-codes.ts";
import { type FaultDetails, WardFault } from "../model/fault.ts";
import type { AdapterReport, Enforcement, Exit, Outcome, OutcomeKind } from "../model/outcome.ts";
import type { Output } from "../model/output.ts";
import { refusedOutcome } from "../model/refused-outcome.ts";

/** How a run ended. */
export interface Ended {
  readonly outcome: Outcome;
  /** What ward exits with. */
  readonly exitCode: number;
  /** Ctrl-C was the end of it: a shell's loop around ward ends only where ward dies of it, too. */
  readonly isInterrupted?: true;
  /** What the person at the terminal has to know: what kept the child from starting, or ended it; null without. */
  readonly fault: WardFault | null;
  /** What a captured run printed, as far as it was kept; left out for others. */
  readonly output?: Output;
  /** The end of its standard error, for the record. */
  readonly stderrTail?: string;
}

/** What the system reports of a child: exactly one of the first two is not null. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Seen in the spawn event, or told by the adapter that starts the child. */
  readonly isLaunched: boolean;
}

/** What else has a say in how a run ended. */
export interface Circumstances {
  /** The signal that told ward to stop while it shared no terminal with the child; null without one. */
  readonly cancelledBy?: NodeJS.Signals | null;
  /** The leaf's timeout in milliseconds, where the child was still there at it; else null. */
  readonly timedOutAfter?: number | null;
  /** Null where ward confined nothing. */
  readonly enforcement?: Enforcement | null;
  /** What the adapter told on its own descriptor; null where it tells nothing, or nothing was confined. */
  readonly report?: AdapterReport | "unreadable" | null;
}

/** Without an adapter ward is a lifecycle boundary and no sandbox, and says so. */
const UNCONFINED = { level: "none" } as const;

/** @returns 128 and the signal's number on this system */
export function exitOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * The first that holds decides: an unreadable report, a report of a denial, the timeout, a cancellation, the child's own end.
 * @param end how the child ended
 */
export function endedChild(end: ChildEnd, how: Circumstances = {}): Ended {
  const { cancelledBy = null, timedOutAfter = null, enforcement, report = null } = how;
  const exit = exitOf(end);
  const common = { exit, enforcement: enforcement ?? UNCONFINED, launched: end.isLaunched };
  const failed = (kind: OutcomeKind): Outcome => ({ state: "failed", kind, ...common });
  if (report === "unreadable") return withFault(failed("sandbox_setup_failure"), UNREADABLE);
  if (report?.denial !== undefined) {
    const { denial } = report;
    const outcome: Outcome = { state: "denied", kind: "enforcement_denied", denial, ...common };
    return withFault(outcome, { ...BLOCKED, message: denial.reason });
  }
  if (timedOutAfter !== null) return withFault(failed("timed_out"), timedOut(timedOutAfter));
  if (cancelledBy !== null) {
    const outcome: Outcome = { state: "cancelled", kind: "cancelled", ...common };
    return withCode(outcome, exitOfSignal(cancelledBy));
  }
  if (end.signal !== null) return withCode(failed("application_failure"), exitOfSignal(end.signal));
  if (exit.code !== 0) return withCode(failed("application_failure"), exit.code);
  return withCode({ state: "completed", kind: "success", ...common }, EXIT.ok);
}

const UNREADABLE: FaultDetails = {
  code: "report-unreadable",
  message: "what the enforcement adapter told of this run can't be read, so nothing is known of it",
  hint: "look at the adapter's own messages, and at its version",
  exit: EXIT.ownFailure,
};
const BLOCKED = { code: "enforcement-denied", exit: EXIT.refused };

function timedOut(after: number): FaultDetails {
  return {
    code: "timed-out",
    message: `it was still running at its timeout of ${after / 1000} s, and was ended`,
    hint: "a longer `timeout` in the policy gives it more time",
    exit: EXIT.timeout,
  };
}

function withCode(outcome: Outcome, exitCode: number): Ended {
  return { outcome, exitCode, fault: null };
}

/**
 * @param reason why less was enforced than elsewhere
 * @returns the end with that said, behind what else was degraded
 */
export function downgraded(ended: Ended, reason: string): Ended {
  const { enforcement } = ended.outcome;
  const { downgradeReason } = enforcement;
  const all = downgradeReason === undefined ? reason : `${downgradeReason}; ${reason}`;
  const told = { ...enforcement, degraded: true, downgradeReason: all };
  return { ...ended, outcome: { ...ended.outcome, enforcement: told } };
}

/** @returns the end, marked where what ended it was a Ctrl-C that ward's whole group got */
export function interrupted(ended: Ended): Ended {
  const { kind, exit } = ended.outcome;
  const isInterrupt = kind === "cancelled" || exit?.signal === "SIGINT";
  const isTold = ended.exitCode === exitOfSignal("SIGINT");
  return isInterrupt && isTold ? { ...ended, isInterrupted: true } : ended;
}

function withFault(outcome: Outcome, details: FaultDetails): Ended {
  return { outcome, exitCode: details.exit, fault: new WardFault(details) };
}

function exitOf({ code, signal }: ChildEnd): Exit {
  return signal === null ? { code: code ?? -1 } : { code: -1, signal };
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

/** The code of the fault that says: confinement is required, and there is nothing to confine with. */
export const NO_ADAPTER = "adapter-missing";

function kindOf({ code, exit }: WardFault): OutcomeKind {
  if (code === NO_ADAPTER) return "enforcement_degraded";
  const isMissing = exit === EXIT.notFound || exit === EXIT.notExecutable;
  return isMissing ? "executable_not_found" : "sandbox_setup_failure";
}

/**
 * @param fault what kept the child from starting, from `prepare` or from the spawn
 * @param scope the leaf's dotted name, for a refusal
 * @returns the end of that run; the kind follows from the fault
 */
export function endedByFault(fault: WardFault, scope = ""): Ended {
  if (fault.exit === EXIT.refused) return endedByRefusal(fault, scope);
  const kind = kindOf(fault);
  const enforcement =
    kind === "enforcement_degraded" ? { level: "none", downgradeReason: fault.message } : {};
  const outcome: Outcome = {
    state: "failed",
    kind,
    exit: { code: -1 },
    enforcement,
    launched: false,
  };
  return { outcome, exitCode: fault.exit, fault };
}

/** What was approved is not what lies there any more: a question, and no trouble of the machine. */
function endedByRefusal(fault: WardFault, scope: string): Ended {
  const outcome = refusedOutcome("changed", { kind: "process_spawn", scope }, fault.message);
  return { outcome, exitCode: fault.exit, fault };
}
