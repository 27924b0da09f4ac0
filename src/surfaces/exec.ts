// ward: one call becomes one recorded decision and at most one run. argv → decide → open the row → run → close the row.
import { openRow } from "../host/audit.ts";
import type { Call } from "../model/decision.ts";
import { carryOut, finish, prepareRun } from "./carry-out.ts";
import { judge } from "./judge.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { grantEntry, openRecord } from "./record.ts";
import { refuse } from "./refuse.ts";

/**
 * @param call what was typed, root word first
 * @param policy decides it
 * @param machine carries it out
 * @returns the child's exit code, or that of the refusal
 * @throws WardFault 125 where the call can't be put on record: nothing ran
 */
export async function exec(call: Call, policy: Policy, machine: Machine): Promise<number> {
  const trail = openRecord(machine);
  const decision = await judge(policy, machine, call);
  if (decision.decision === "deny") return refuse(decision, call, policy, machine, trail);
  const plan = prepareRun(decision, machine);
  const row = openRow(grantEntry(policy, call, decision, plan.prepared), trail);
  return finish(row, await carryOut(decision, plan, row));
}
