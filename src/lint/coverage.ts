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
  const met = decidedBy(alone, examples, facts);
  const outcomes = outcomesOf(alone, examples, facts);
  const silent = new Map<string, Rule>();
  for (const { rule, without } of removals(alone)) {
    const place = placeOf(rule);
    if (met.has(place)) continue;
    if (examples.length > 0 && outcomesOf(without, examples, facts) !== outcomes) met.add(place);
    else silent.set(place, rule);
  }
  return [...silent].filter(([place]) => !met.has(place)).map(([, rule]) => rule);
}

/** The sentences that decide an example: it shows what they do, even where another one would do it too. */
function decidedBy(guardfile: Guardfile, examples: readonly Example[], facts: Facts): Set<string> {
  const { tree } = plant([{ place: "user", guardfile }]);
  const decisions = examples.map(({ words }) => decide(tree, { words }, facts));
  return new Set(decisions.flatMap(({ rule }) => (rule === null ? [] : [placeOf(rule)])));
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
