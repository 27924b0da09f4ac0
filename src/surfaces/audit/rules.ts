// The policy that is mounted here → every sentence of it that can decide a call, and every leaf, for counting what was used.
import type { Leaf, Place, Rule, Wrap } from "../../model/policy.ts";
import { digestOf } from "../digest.ts";
import type { Policy, ReadFile } from "../policy.ts";

/** A sentence that refuses calls. */
export interface CountedRule {
  readonly rule: Rule;
  readonly place: Place;
  /** Of its file's surface; null where it has none. */
  readonly digest: string | null;
  /** The group that it stands in, as words. */
  readonly group: readonly string[];
}

export interface CountedLeaf extends CountedRule {
  /** As rows name it. */
  readonly verb: string;
}

function refusals(wrap: Wrap): Rule[] {
  const ofLeaf = (leaf: Leaf) => [
    ...leaf.denyFlags.map(({ rule }) => rule),
    ...leaf.allowFlags.map(({ rule }) => rule),
    ...leaf.patterns.map(({ rule }) => rule),
    ...leaf.guards.map(({ rule }) => rule),
  ];
  const own = [...wrap.nevers.map(({ rule }) => rule), ...wrap.guards.map(({ rule }) => rule)];
  return [...own, ...wrap.leaves.flatMap(ofLeaf)];
}

/** Without what nobody approved, and what a higher place keeps from being served. */
function mounted({ files, unapproved, hidden }: Policy): { read: ReadFile; wrap: Wrap }[] {
  const idle = new Set(hidden.map(({ wrap }) => wrap));
  const served = files.filter((read) => !unapproved.includes(read));
  return served.flatMap((read) => {
    const wraps = read.guardfile?.wraps.filter((wrap) => !idle.has(wrap)) ?? [];
    return wraps.map((wrap) => ({ read, wrap }));
  });
}

/** One a sentence: rows name a sentence by its file and line. */
export function refusingRules(policy: Policy): readonly CountedRule[] {
  const byLine = new Map<string, CountedRule>();
  for (const { read, wrap } of mounted(policy)) {
    for (const rule of refusals(wrap)) {
      const key = `${rule.file}:${rule.line}`;
      if (byLine.has(key)) continue;
      byLine.set(key, { rule, place: read.place, digest: digestOf(read), group: wrap.path });
    }
  }
  const order = (a: Rule, b: Rule) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
  return [...byLine.values()].toSorted((a, b) => order(a.rule, b.rule));
}

export function leavesOf(policy: Policy): readonly CountedLeaf[] {
  return mounted(policy).flatMap(({ read, wrap }) =>
    wrap.leaves.map((leaf) => {
      const verb = [...wrap.path, ...leaf.words].join(".");
      return { rule: leaf.rule, place: read.place, digest: digestOf(read), group: wrap.path, verb };
    }),
  );
}

/**
 * @param name `file:line` of a row
 * @returns the sentence that stands there now, with its file's digest; null where none does
 */
export function ruleNamed(policy: Policy, name: string): CountedRule | null {
  const wraps = mounted(policy).map(({ read, wrap }) => {
    return { rule: wrap.rule, place: read.place, digest: digestOf(read), group: wrap.path };
  });
  const all: readonly CountedRule[] = [...refusingRules(policy), ...leavesOf(policy), ...wraps];
  return all.find(({ rule }) => `${rule.file}:${rule.line}` === name) ?? null;
}
