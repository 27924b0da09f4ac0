// A tally of calls and the policy that is mounted here → the statistics: what was called, and what nobody needed.
import type { LeafUse, RuleUse, TrailStats } from "../../model/trail-stats.ts";
import type { Policy } from "../policy.ts";
import { type CountedLeaf, type CountedRule, leavesOf, refusingRules } from "./rules.ts";
import type { Key, Tally, Usage } from "./tally.ts";

function isUnfired({ rule, digest }: CountedRule, { refusals }: Usage): boolean {
  return !refusals.has(`${rule.file}:${rule.line} ${digest}`);
}

function isUnused({ verb, digest }: CountedLeaf, { grants }: Usage): boolean {
  return !grants.has(`${verb} ${digest}`);
}

/** Groups of which there was a call, as rows name them: by all words in front of those of a leaf. */
function calledGroups({ verbs }: Usage): ReadonlySet<string> {
  const groups = new Set<string>();
  for (const verb of verbs) {
    const words = verb.split(".");
    words.forEach((_, last) => {
      groups.add(words.slice(0, last + 1).join("."));
    });
  }
  return groups;
}

function neverFired(rules: readonly CountedRule[], usage: Usage): RuleUse[] {
  const called = calledGroups(usage);
  return rules
    .filter((rule) => isUnfired(rule, usage))
    .map(({ rule: { file, line, text }, group, place }) => {
      const isGroupCalled = called.has(group.join("."));
      return { file, line, text, group: group.join(" "), place, isGroupCalled };
    });
}

function neverUsed(leaves: readonly CountedLeaf[], usage: Usage): LeafUse[] {
  const sizes = new Map<string, number>();
  for (const { group } of leaves) {
    const name = group.join(" ");
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  return leaves
    .filter((leaf) => isUnused(leaf, usage))
    .map(({ rule, verb, group: words }) => {
      const group = words.join(" ");
      return { verb, group, groupSize: sizes.get(group) ?? 0, file: rule.file, line: rule.line };
    });
}

/** Calls of today's files that were decided by an earlier text of them. */
function changedFiles(policy: Policy, { digests }: Usage): string[] {
  const current = new Map(leavesOf(policy).map(({ rule, digest }) => [rule.file, digest]));
  const files = policy.files.filter(({ file, realpath }) => {
    const met = digests.get(realpath);
    const digest = current.get(file);
    return met !== undefined && digest != null && [...met].some((one) => one !== digest);
  });
  return files.map(({ file }) => file);
}

/**
 * @param tally of the calls that count
 * @param policy that is mounted here; null where the trail is another's, whose policy is not known
 */
export function statisticsOf(tally: Tally, by: Key, policy: Policy | null): TrailStats {
  const { usage } = tally;
  const leaves = policy === null ? [] : leavesOf(policy);
  const rules = policy === null ? [] : refusingRules(policy);
  return {
    ...tally.span,
    by,
    ...tally.groups(),
    ...tally.timeline(),
    neverFired: neverFired(rules, usage),
    neverUsed: neverUsed(leaves, usage),
    changedFiles: policy === null ? [] : changedFiles(policy, usage),
  };
}
