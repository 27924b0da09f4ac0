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
 * @param beforeAsking called before a guard or a provider is asked anything; what it throws keeps them from it
 */
export async function judge(
  policy: Policy,
  machine: Machine,
  call: Call,
  beforeAsking: () => void,
): Promise<Allow | Denial> {
  const refused = badSettings(machine, call);
  if (refused !== null) return refused;
  const facts = await readFacts(reachedWrap(policy.tree, call.words), call);
  return overrule(policy, call, await settle(policy.tree, call, facts, machine, beforeAsking));
}
