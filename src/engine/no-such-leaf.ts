// A call that no grant answers → its refusal, which names the words that lead nowhere and those that would go on.

import type { Call, Decision, Denial } from "../model/decision.ts";
import { allowedWords } from "./allowed-here.ts";
import type { Facts } from "./facts.ts";
import { flagFirstRemedy } from "./flag-first.ts";
import type { NoMatch } from "./match.ts";
import type { LeafTree, TreeNode } from "./tree.ts";
import { code } from "./trouble.ts";

/**
 * @param noMatch how far the words name groups; grants may share more of them
 * @param judge how another call is decided
 */
export function noSuchLeaf(
  tree: LeafTree,
  call: Call,
  noMatch: NoMatch,
  facts: Facts,
  judge: (words: readonly string[]) => Decision,
): Denial {
  const { words } = call;
  const { reached, wrap } = noMatch;
  const { node, depth } = descend(tree, words);
  // The root word names the program even where nothing serves it.
  const known = words.slice(0, Math.max(depth, reached.length));
  return {
    decision: "deny",
    reason: "no-such-leaf",
    verb: reached.join("."),
    rule: wrap?.rule ?? null,
    message: messageOf(words, reached, known),
    remedy: flagFirstRemedy(tree, call, { reached: known, wrap }, facts, judge),
    allowedHere: depth < known.length ? null : allowedWords(known, node),
    shellFacts: [],
  };
}

/** As far as some grant or group has the words. */
function descend({ root }: LeafTree, words: readonly string[]): { node: TreeNode; depth: number } {
  let node = root;
  let depth = 0;
  for (const word of words) {
    const next = node.children.get(word);
    if (!next) break;
    node = next;
    depth++;
  }
  return { node, depth };
}

/** Where grants begin with the same words, those alone are not what is missing: `svc stop`, not `svc`. */
function messageOf(
  words: readonly string[],
  reached: readonly string[],
  known: readonly string[],
): string {
  if (known.length === words.length) return `${code(known.join(" "))} alone runs nothing`;
  const missing = words.slice(reached.length, known.length + 1).join(" ");
  return `${code(missing)} is not granted in ${code(reached.join(" "))}`;
}
