// ward: one call becomes one recorded decision and at most one run. argv → trust → decide → open the row → run → close the row.
import { openRow } from "../host/audit.ts";
import { proveTrail } from "../host/audit-trail.ts";
import type { Ended } from "../host/outcomes.ts";
import type { Call } from "../model/decision.ts";
import { printable } from "../render/printable.ts";
import { carryOut, finish, prepareRun } from "./carry-out.ts";
import { judge } from "./judge.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { grantEntry, recorded } from "./record.ts";
import { refuse, refuseUntrusted } from "./refuse.ts";
import { complain } from "./stdio.ts";
import { settleTrust } from "./trust/settle.ts";

/**
 * @param call what was typed, root word first
 * @param policy decides it
 * @param machine carries it out
 * @returns how it ended: the child's own end, or the refusal; the person has been told
 * @throws WardFault 125 where the call can't be put on record: nothing ran
 */
export function exec(call: Call, policy: Policy, machine: Machine): Promise<Ended> {
  return recorded(machine, async (trail) => {
    const trusted = await settleTrust(policy, machine, call, true);
    for (const line of trusted.warnings) complain(`ward: ${printable(line)}`);
    if (trusted.refusal !== null) return refuseUntrusted(trusted, call, machine, trail);
    const guardPins = trusted.grant?.guardPins ?? [];
    const asked = { ...machine, guardPins };
    const decision = await judge(trusted.policy, asked, call, () => proveTrail(trail));
    if (decision.decision === "deny") return refuse(decision, call, trusted, machine, trail);
    const plan = prepareRun(decision, trusted.grant, machine);
    const row = openRow(grantEntry(trusted, call, decision, plan.prepared, trail.mark), trail);
    return finish(row, await carryOut(decision, plan, row), trail.mark);
  });
}
