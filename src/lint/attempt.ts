// Words to try behind a leaf → the first whole call that the policy lets through, or null.
//
// Guards and patterns may want words that have nothing to do with the hazard: the leaf's own examples, and words made
// to meet its guards, are put around it.

import type { Denial } from "../model/decision.ts";
import type { Guard } from "../model/policy.ts";
import type { LintedLeaf } from "./linted-leaf.ts";

/** Reasons that other words around a flag can't change. */
const FLAG_REASONS: ReadonlySet<string> = new Set([
  "flag-denied",
  "flag-not-allowed",
  "flag-pinned",
  "sealed",
  "never",
]);

/** Words behind a leaf: one way to write the hazard, with each of several values. */
export type Spelling = readonly (readonly string[])[];

/**
 * @param spellings each a way to use the same hazard
 * @returns the call, root word first
 */
export function firstAllowed(
  linted: LintedLeaf,
  spellings: readonly Spelling[],
): readonly string[] | null {
  for (const spelling of spellings) {
    const call = firstOf(linted, spelling);
    if (call) return call;
  }
  return null;
}

function firstOf(linted: LintedLeaf, spelling: Spelling): readonly string[] | null {
  for (const words of spelling) {
    const refusal = refusalOf(linted, words);
    if (refusal === null) return [...linted.call, ...words];
    // The same flag with another value would be refused as well.
    if (FLAG_REASONS.has(refusal.reason)) return null;
    for (const around of surroundings(linted)) {
      const tail = [...words, ...around];
      if (refusalOf(linted, tail) === null) return [...linted.call, ...tail];
    }
  }
  return null;
}

/** What only the host could settle counts as let through. */
function refusalOf(linted: LintedLeaf, tail: readonly string[]): Denial | null {
  const decision = linted.decide(tail);
  return decision.decision === "deny" ? decision : null;
}

/** Words that meet the leaf's other conditions: none, those of an example, those that a guard asks for. */
function surroundings({ wrap, leaf, call }: LintedLeaf): readonly (readonly string[])[] {
  const guards = [...wrap.guards, ...leaf.guards].filter(({ effect }) => effect === "require");
  const examples = [...leaf.examples, ...wrap.examples]
    .filter(
      ({ expect, words }) => expect === "allows" && call.every((word, at) => words[at] === word),
    )
    .map(({ words }) => words.slice(call.length));
  return guards.length > 0 ? [...examples, guards.flatMap(meet)] : examples;
}

function meet({ selector, globs }: Guard): readonly string[] {
  const text = (globs[0] ?? "").replaceAll("*", "x");
  if (selector.kind === "positional") return Array.from({ length: selector.index + 1 }, () => text);
  if (selector.kind !== "flag") return selector.kind === "any-arg" ? [text] : [];
  const isShort = [...selector.name].length === 1;
  return isShort ? [`-${selector.name}`, text] : [`--${selector.name}=${text}`];
}
