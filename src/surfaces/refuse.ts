// Puts a refusal on record, then tells the caller: what, why, and what would pass.
import { recordRefusal } from "../host/audit.ts";
import type { Trail } from "../host/audit-trail.ts";
import type { Call, Denial } from "../model/decision.ts";
import { exitOfRefusal } from "../model/exit-codes.ts";
import { renderRefusal } from "../render/refusal.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { refusalEntry } from "./record.ts";
import { complain } from "./stdio.ts";
import type { Trusted } from "./trust/settle.ts";

/**
 * A call of a file that nobody approved as it is, or of a store that can't be believed.
 * @returns the exit code: the refusal's, or that of the machine's trouble
 * @throws WardFault 125 where it can't be put on record
 */
export function refuseUntrusted(
  { policy, refusal }: Trusted,
  call: Call,
  machine: Machine,
  trail: Trail,
): number {
  if (refusal === null) throw new Error("there is nothing to refuse");
  const { denial, read, details, fault } = refusal;
  say(denial, call, machine);
  for (const line of details) complain(line);
  recordRefusal(refusalEntry(policy, call, denial, read), trail);
  return fault?.exit ?? exitOfRefusal(denial.reason);
}

function say(denial: Denial, call: Call, machine: Machine): void {
  const isAgent = machine.signs.markers.length > 0;
  complain(renderRefusal(denial, call, { home: machine.home, isAgent }));
}

/**
 * @returns the exit code of the refusal
 * @throws WardFault 125 where it can't be put on record; the caller is told of the refusal all the same
 */
export function refuse(
  denial: Denial,
  call: Call,
  policy: Policy,
  machine: Machine,
  trail: Trail,
): number {
  say(denial, call, machine);
  recordRefusal(refusalEntry(policy, call, denial, null), trail);
  return exitOfRefusal(denial.reason);
}
