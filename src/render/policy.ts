// Turns one leaf into the line that would run and the phrases that bound it, for help and lists.
import type { Guard, Leaf, Wrap } from "../model/policy.ts";
import { invocationText } from "./invocation.ts";
import { clipped } from "./printable.ts";

/** The fixed start of what runs: binary, prefix and the leaf's words or pinned argv. */
export function fixedArgv(leaf: Leaf): readonly string[] {
  const words = leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
  return [leaf.exec.bin, ...leaf.exec.prefix, ...words];
}

/** The words that a caller types to reach a leaf. */
export function callWords(wrap: Wrap, leaf: Leaf): readonly string[] {
  return [...wrap.path, ...leaf.words];
}

function sentences(guards: readonly Guard[]): string[] {
  return guards.map((guard) => clipped(guard.rule.text));
}

function flagNames(flags: readonly { readonly flag: string }[]): string {
  return clipped(flags.map((entry) => entry.flag).join(" "));
}

/**
 * Says what a leaf lets through, in the order in which a call is judged.
 * @param wrap the block that the leaf stands in; its guards hold on every leaf
 * @param leaf the grant
 * @returns escaped phrases; none where any argument passes
 */
export function policyPhrases(wrap: Wrap, leaf: Leaf): string[] {
  const below = wrap.nevers.filter(({ words }) =>
    leaf.words.every((word, at) => words[at] === word),
  );
  const phrases = below.map((never) => `never ${clipped(never.words.join(" "))}`);
  if (leaf.metacharacters === "literal") phrases.push("metacharacters literal");
  phrases.push(...sentences(wrap.guards), ...sentences(leaf.guards));
  if (leaf.denyFlags.length > 0) phrases.push(`flags except ${flagNames(leaf.denyFlags)}`);
  if (leaf.allowFlags.length > 0) phrases.push(`only flags ${flagNames(leaf.allowFlags)}`);
  for (const pattern of leaf.patterns) phrases.push(`arguments match ${clipped(pattern.source)}`);
  if (leaf.isSealed) phrases.push("no arguments");
  return phrases;
}

/** What would run, with `[args…]` where the caller's words go. */
export function invocationOf(leaf: Leaf): string {
  return `${invocationText(fixedArgv(leaf))}${leaf.isSealed ? "" : " [args…]"}`;
}
