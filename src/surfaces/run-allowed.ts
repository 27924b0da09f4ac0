// Runs what decide allowed, under an audit row of its own: for programs that decide by themselves.
import { openRow, recordRefusal } from "../host/audit.ts";
import { endedByFault } from "../host/outcomes.ts";
import type { Allow, Call } from "../model/decision.ts";
import type { Outcome } from "../model/outcome.ts";
import { outcomeOfDenial } from "../model/refused-outcome.ts";
import { carryOut, finish, prepareRun } from "./carry-out.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { grantEntry, openRecord, refusalEntry } from "./record.ts";
import { settleTrust } from "./trust/settle.ts";

/** What an Allow rests on, for the record. */
export interface Ground {
  readonly call: Call;
  readonly policy: Policy;
  readonly host: Machine;
}

/**
 * Starts the leaf with ward's own standard streams and waits for its end.
 * @param allow from `decide`; nothing else compiles
 * @param ground the call and the policy that it was decided by, and the host that runs it
 * @returns how it ended
 * @throws WardFault 125 where it can't be put on record: nothing ran
 */
export async function runAllowed(allow: Allow, { call, policy, host }: Ground): Promise<Outcome> {
  const trail = openRecord(host);
  const trusted = await settleTrust(policy, host, call, false);
  if (trusted.refusal !== null) {
    const { denial, read, fault } = trusted.refusal;
    recordRefusal(refusalEntry(trusted, call, denial, read), trail);
    return fault === null ? outcomeOfDenial(denial) : endedByFault(fault).outcome;
  }
  const plan = prepareRun(allow, trusted.grant, host);
  const row = openRow(grantEntry(trusted, call, allow, plan.prepared), trail);
  return finish(row, await carryOut(allow, plan, row)).outcome;
}
