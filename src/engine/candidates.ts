// A tree of leaves and the words typed so far → the words that may follow: groups and leaves, then the flags of a leaf.

import type { Candidate } from "../model/candidate.ts";
import { readLeaf } from "./context.ts";
import { decide } from "./decide.ts";
import type { Facts } from "./facts.ts";
import { isMatch, matchLeaf } from "./match.ts";
import type { LeafTree, TreeNode } from "./tree.ts";

/**
 * @param words whole words, root word first
 * @param begun what was typed of the next one
 * @returns empty where nothing of the policy can follow; a shell then offers files
 */
export function candidates(
  tree: LeafTree,
  words: readonly string[],
  begun: string,
  facts: Facts,
): readonly Candidate[] {
  const node = nodeAt(tree, words);
  const below = node ? wordsBelow(node) : [];
  const flags = begun.startsWith("-") ? flagsBehind(tree, words, facts) : [];
  return [...below, ...flags].filter(({ word }) => word.startsWith(begun));
}

function nodeAt({ root }: LeafTree, words: readonly string[]): TreeNode | null {
  let node = root;
  for (const word of words) {
    const next = node.children.get(word);
    if (!next) return null;
    node = next;
  }
  return node;
}

function wordsBelow(node: TreeNode): readonly Candidate[] {
  return [...node.children].map(([word, child]) => ({
    word,
    says: child.mounted?.leaf.describe ?? child.wrap?.describe ?? "",
  }));
}

const FLAG_REASONS: ReadonlySet<string> = new Set([
  ...["flag-denied", "flag-not-allowed", "flag-pinned"],
  ...["never", "sealed"],
]);

/** The flags that the leaf names or the catalogue knows there, as far as the policy lets them pass. */
function flagsBehind(tree: LeafTree, words: readonly string[], facts: Facts): readonly Candidate[] {
  const match = matchLeaf(tree, words);
  if (!isMatch(match)) return [];
  const { mounted, taken } = match;
  const { leaf } = mounted;
  const typed = words.slice(taken);
  const { table } = readLeaf(mounted, typed, facts.catalogue);
  const named = leaf.allowFlags.map(({ flag }) => flag);
  const known =
    named.length > 0
      ? named.flatMap((flag) => table.byName.get(flag)?.names ?? [flag])
      : [...table.byName.keys()];
  const passes = (flag: string) => {
    const decision = decide(tree, { words: [...words, flag] }, facts);
    return decision.decision !== "deny" || !FLAG_REASONS.has(decision.reason);
  };
  const flags = [...new Set(known)].filter((flag) => flag.startsWith("-") && flag !== "-#");
  return flags.filter(passes).map((word) => ({ word, says: "" }));
}
