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
  const isAgent = machine.signs.markers.length > 0;
  complain(renderRefusal(denial, call, { home: machine.home, isAgent }));
  recordRefusal(refusalEntry(policy, call, denial), trail);
  return exitOfRefusal(denial.reason);
}
