// Puts a refusal on record, then tells the caller: what, why, and what would pass.
import { recordRefusal } from "../host/audit.ts";
import type { Trail } from "../host/audit-trail.ts";
import { type Ended, endedByFault } from "../host/outcomes.ts";
import type { Call, Denial } from "../model/decision.ts";
import { exitOfRefusal } from "../model/exit-codes.ts";
import { outcomeOfDenial } from "../model/refused-outcome.ts";
import { renderRefusal } from "../render/refusal.ts";
import type { Machine } from "./machine.ts";
import { refusalEntry } from "./record.ts";
import { shownDenial } from "./redaction.ts";
import { complain } from "./stdio.ts";
import type { Trusted } from "./trust/settle.ts";

/**
 * A call of a file that nobody approved as it is, or of a store that can't be believed.
 * @returns how it ended: refused, or as the machine's trouble has it; all of it is said already
 * @throws WardFault 125 where it can't be put on record
 */
export function refuseUntrusted(
  trusted: Trusted,
  call: Call,
  machine: Machine,
  trail: Trail,
): Ended {
  const { refusal } = trusted;
  if (refusal === null) throw new Error("there is nothing to refuse");
  const { denial, read, details, fault } = refusal;
  const told = shownDenial(trusted.policy, call, denial, trail.mark);
  say(told.denial, told.call, machine);
  for (const line of details) complain(line);
  recordRefusal(refusalEntry(trusted, call, denial, read, trail.mark), trail);
  return fault === null ? endedByRefusal(told.denial) : { ...endedByFault(fault), fault: null };
}

/** The end of a call that is refused, in the contract's words. */
function endedByRefusal(denial: Denial): Ended {
  const exitCode = exitOfRefusal(denial.reason);
  return { outcome: outcomeOfDenial(denial), exitCode, fault: null };
}

function say(denial: Denial, call: Call, machine: Machine): void {
  const isAgent = machine.signs.markers.length > 0;
  complain(renderRefusal(denial, call, { home: machine.home, isAgent }));
}

/**
 * @returns how it ended; the caller has been told
 * @throws WardFault 125 where it can't be put on record; the caller is told of the refusal all the same
 */
export function refuse(
  denial: Denial,
  call: Call,
  trusted: Trusted,
  machine: Machine,
  trail: Trail,
): Ended {
  const told = shownDenial(trusted.policy, call, denial, trail.mark);
  say(told.denial, told.call, machine);
  recordRefusal(refusalEntry(trusted, call, denial, null, trail.mark), trail);
  return endedByRefusal(told.denial);
}
