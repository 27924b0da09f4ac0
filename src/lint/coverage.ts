// A Guardfile → the sentences that no example exercises: without them every example would come out as it does.

import { decide } from "../engine/decide.ts";
import type { Facts } from "../engine/facts.ts";
import { plant } from "../engine/tree.ts";
import type { Example, Guardfile, Leaf, Rule, Wrap } from "../model/policy.ts";

/** A sentence, and the file as it would be without it. */
interface Removal {
  readonly rule: Rule;
  readonly without: Guardfile;
  /** The grant that it stands in; null where it is the wrap's. */
  readonly leaf: Leaf | null;
}

/** An example, and whether it is refused. */
interface Outcome {
  readonly words: readonly string[];
  readonly isRefused: boolean;
}

/** No caller can write it, so a list of it alone lets no flag through. */
const NO_FLAG = "--\0";

const placeOf = ({ line, column }: Rule) => `${line}:${column}`;

/** @returns the rules, in the order of the file */
export function unexercised(guardfile: Guardfile, facts: Facts): readonly Rule[] {
  const silent = guardfile.wraps.flatMap((wrap) => silentIn(wrap, guardfile, facts));
  return silent.sort((one, other) => one.line - other.line || one.column - other.column);
}

/** A wrap's examples begin with its own words, so that no other wrap has a say in them. */
function silentIn(wrap: Wrap, guardfile: Guardfile, facts: Facts): readonly Rule[] {
  const examples = [...wrap.examples, ...wrap.leaves.flatMap((leaf) => leaf.examples)];
  const alone = { ...guardfile, wraps: [wrap] };
  const { met, outcomes } = decided(alone, examples, facts);
  const silent = new Map<string, Rule>();
  for (const { rule, without, leaf } of removals(alone)) {
    const place = placeOf(rule);
    if (met.has(place)) continue;
    const meant = leaf === null ? outcomes : outcomes.filter(({ words }) => canMean(words, leaf));
    if (isChanged(without, meant, facts)) met.add(place);
    else silent.set(place, rule);
  }
  return [...silent].filter(([place]) => !met.has(place)).map(([, rule]) => rule);
}

/** All examples, and the sentences that decide one: it shows what they do, even where another one would do it too. */
function decided(guardfile: Guardfile, examples: readonly Example[], facts: Facts) {
  const { tree } = plant([{ place: "user", guardfile }]);
  const met = new Set<string>();
  const outcomes = examples.map(({ words }): Outcome => {
    const { decision, rule } = decide(tree, { words }, facts);
    if (rule !== null) met.add(placeOf(rule));
    return { words, isRefused: decision === "deny" };
  });
  return { met, outcomes };
}

/** A grant has a say only in calls that hold all its words in their order, whatever flags stand between them. */
function canMean(words: readonly string[], leaf: Leaf): boolean {
  let next = 0;
  for (const word of words) if (word === leaf.words[next]) next++;
  return next === leaf.words.length;
}

/** Whether one of the examples comes out otherwise. */
function isChanged(guardfile: Guardfile, outcomes: readonly Outcome[], facts: Facts): boolean {
  if (outcomes.length === 0) return false;
  const { tree } = plant([{ place: "user", guardfile }]);
  return outcomes.some(
    ({ words, isRefused }) => (decide(tree, { words }, facts).decision === "deny") !== isRefused,
  );
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
        leaf: null,
      })),
      ...without(wrap.guards).map(([rule, guards]) => ({
        rule,
        without: put({ ...wrap, guards }),
        leaf: null,
      })),
    ];
    const ofLeaves = wrap.leaves.flatMap((leaf) =>
      leafRemovals(leaf).map(({ rule, changed }) => {
        const leaves = wrap.leaves.flatMap((one) => (one === leaf ? changed : [one]));
        return { rule, without: put({ ...wrap, leaves }), leaf };
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
