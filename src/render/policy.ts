// Turns one leaf into the line that would run and the phrases that bound it, for help and lists.
import { boundWords } from "../model/bound-words.ts";
import type { Guard, Leaf, Wrap } from "../model/policy.ts";
import { invocationText } from "./invocation.ts";
import { clipped } from "./printable.ts";

/** More words and flags than a line can use; a list that has to be whole asks for all. */
const MOST_WORDS = 1000;

/** The fixed start of what runs: binary, prefix and the leaf's words or pinned argv. */
export function fixedArgv(leaf: Leaf): readonly string[] {
  return [leaf.exec.bin, ...leaf.exec.prefix, ...ownWords(leaf)];
}

/** What follows the prefix before the caller's own words. */
export function ownWords(leaf: Leaf): readonly string[] {
  return leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
}

/** The words that a caller types to reach a leaf. */
export function callWords(wrap: Wrap, leaf: Leaf): readonly string[] {
  return [...wrap.path, ...leaf.words];
}

function sentences(guards: readonly Guard[]): string[] {
  return guards.map((guard) => clipped(guard.rule.text, 400));
}

/** Whole names only; how many are left out is said. */
function flagNames(flags: readonly { readonly flag: string }[], most: number): string {
  const shown = flags.slice(0, most).map(({ flag }) => clipped(flag));
  const more = flags.length - shown.length;
  return more === 0 ? shown.join(" ") : `${shown.join(" ")} and ${more} more`;
}

/**
 * Says what a leaf lets through, in the order in which a call is judged.
 * @param wrap the block that the leaf stands in; its guards hold on every leaf
 * @param leaf the grant
 * @param most names shown of a list of flags; all where it is left out
 * @returns escaped phrases; none where any argument passes
 */
export function policyPhrases(wrap: Wrap, leaf: Leaf, most = Number.POSITIVE_INFINITY): string[] {
  const below = wrap.nevers.filter(({ words }) =>
    leaf.words.every((word, at) => words[at] === word),
  );
  const phrases = below.map((never) => `never ${clipped(never.words.join(" "))}`);
  if (leaf.metacharacters === "literal") phrases.push("metacharacters literal");
  phrases.push(...sentences(wrap.guards), ...sentences(leaf.guards));
  if (leaf.denyFlags.length > 0) phrases.push(`flags except ${flagNames(leaf.denyFlags, most)}`);
  if (leaf.allowFlags.length > 0) phrases.push(`only flags ${flagNames(leaf.allowFlags, most)}`);
  for (const pattern of leaf.patterns) phrases.push(`arguments match ${clipped(pattern.source)}`);
  if (leaf.isSealed) phrases.push("no arguments");
  phrases.push(...boundWords(leaf.bounds).map((words) => clipped(words, 400)));
  return phrases;
}

/** `[args…]` where a caller may add words. */
export function tailOf(leaf: Leaf): string {
  return leaf.isSealed ? "" : " [args…]";
}

/** What would run, with `[args…]` where the caller's words go. */
export function invocationOf(leaf: Leaf): string {
  return `${invocationText(fixedArgv(leaf), MOST_WORDS)}${tailOf(leaf)}`;
}
