// A Guardfile → the sentences that no example exercises: without them every example would come out as it does.

import { decide } from "../engine/decide.ts";
import type { Facts } from "../engine/facts.ts";
import { plant } from "../engine/tree.ts";
import type { Example, Guardfile, Leaf, Rule, Wrap } from "../model/policy.ts";

/** A sentence, and the file as it would be without it. */
interface Removal {
  readonly rule: Rule;
  readonly without: Guardfile;
}

/** No caller can write it, so a list of it alone lets no flag through. */
const NO_FLAG = "--\0";

/** @returns the rules, in the order of the file */
export function unexercised(guardfile: Guardfile, facts: Facts): readonly Rule[] {
  const examples = guardfile.wraps.flatMap((wrap) => [
    ...wrap.examples,
    ...wrap.leaves.flatMap((leaf) => leaf.examples),
  ]);
  const outcomes = outcomesOf(guardfile, examples, facts);
  const met = new Map<string, { rule: Rule; isMet: boolean }>();
  for (const { rule, without } of removals(guardfile)) {
    const key = `${rule.line}:${rule.column}`;
    const known = met.get(key) ?? { rule, isMet: false };
    known.isMet ||= outcomesOf(without, examples, facts) !== outcomes;
    met.set(key, known);
  }
  const silent = [...met.values()].filter(({ isMet }) => !isMet).map(({ rule }) => rule);
  return silent.sort((one, other) => one.line - other.line || one.column - other.column);
}

/** One letter an example: refused or not. */
function outcomesOf(guardfile: Guardfile, examples: readonly Example[], facts: Facts): string {
  const { tree } = plant([{ place: "user", guardfile }]);
  const letters = examples.map(({ words }) => {
    return decide(tree, { words }, facts).decision === "deny" ? "n" : "y";
  });
  return letters.join("");
}

function removals(guardfile: Guardfile): readonly Removal[] {
  return guardfile.wraps.flatMap((wrap) => {
    const put = (changed: Wrap): Guardfile => ({
      ...guardfile,
      wraps: guardfile.wraps.map((one) => (one === wrap ? changed : one)),
    });
    const ofWrap = [
      ...without(wrap.nevers).map(([rule, nevers]) => ({
        rule,
        without: put({ ...wrap, nevers }),
      })),
      ...without(wrap.guards).map(([rule, guards]) => ({
        rule,
        without: put({ ...wrap, guards }),
      })),
    ];
    const ofLeaves = wrap.leaves.flatMap((leaf) =>
      leafRemovals(leaf).map(({ rule, changed }) => {
        const leaves = wrap.leaves.flatMap((one) => (one === leaf ? changed : [one]));
        return { rule, without: put({ ...wrap, leaves }) };
      }),
    );
    return [...ofWrap, ...ofLeaves];
  });
}

interface LeafRemoval {
  readonly rule: Rule;
  /** The leaf without the sentence; empty without the grant itself. */
  readonly changed: readonly Leaf[];
}

function leafRemovals(leaf: Leaf): readonly LeafRemoval[] {
  const listed = (
    key: "denyFlags" | "mayRepeat" | "valueFlags" | "textFlags" | "patterns" | "guards",
  ) =>
    without<{ readonly rule: Rule }>(leaf[key]).map(([rule, rest]) => ({
      rule,
      changed: [{ ...leaf, [key]: rest } as Leaf],
    }));
  return [
    { rule: leaf.rule, changed: [] },
    ...listed("denyFlags"),
    ...listed("mayRepeat"),
    ...listed("valueFlags"),
    ...listed("textFlags"),
    ...listed("patterns"),
    ...listed("guards"),
    ...allowRemovals(leaf),
  ];
}

/** Without an `allow-flag` its flags are refused, and where it is the only one all flags pass. */
function allowRemovals(leaf: Leaf): readonly LeafRemoval[] {
  return without(leaf.allowFlags).flatMap(([rule, rest]) => {
    const closed = { ...leaf, allowFlags: [...rest, { flag: NO_FLAG, rule }] };
    return [closed, { ...leaf, allowFlags: rest }].map((changed) => ({ rule, changed: [changed] }));
  });
}

/** Each sentence of a list, with what is left of the list without it. */
function without<T extends { readonly rule: Rule }>(
  list: readonly T[],
): readonly (readonly [rule: Rule, rest: readonly T[]])[] {
  const rules = [...new Set(list.map(({ rule }) => `${rule.line}:${rule.column}`))];
  return rules.flatMap((key) => {
    const isIt = ({ rule }: T) => `${rule.line}:${rule.column}` === key;
    const first = list.find(isIt);
    return first ? [[first.rule, list.filter((one) => !isIt(one))] as const] : [];
  });
}
