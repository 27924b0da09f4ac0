// Runs what decide allowed, under an audit row of its own: for programs that decide by themselves.
import { openRow } from "../host/audit.ts";
import type { Allow, Call } from "../model/decision.ts";
import type { Outcome } from "../model/outcome.ts";
import { carryOut, finish, prepareRun } from "./carry-out.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { grantEntry, openRecord } from "./record.ts";

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
  const plan = prepareRun(allow, host);
  const row = openRow(grantEntry(policy, call, allow, plan.prepared), trail);
  const ended = await carryOut(allow, plan, row);
  finish(row, ended);
  return ended.outcome;
}
