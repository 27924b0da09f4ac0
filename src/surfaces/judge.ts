// Decides one call for good: settings first, then the mounted policy, then the files that give nothing.
import type { Allow, Call, Denial } from "../model/decision.ts";
import { reachedWrap, readFacts, settle } from "./facts.ts";
import type { Machine } from "./machine.ts";
import { badSettings, overrule } from "./overrule.ts";
import type { Policy } from "./policy.ts";

/**
 * @param policy what is mounted here
 * @param machine answers what the policy leaves to the host
 * @param call root word first
 */
export async function judge(policy: Policy, machine: Machine, call: Call): Promise<Allow | Denial> {
  const refused = badSettings(machine, call);
  if (refused !== null) return refused;
  const facts = await readFacts(reachedWrap(policy.tree, call.words), call);
  return overrule(policy, call, await settle(policy.tree, call, facts, machine));
}
