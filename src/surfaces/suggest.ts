// Adds "did you mean" to the refusal of a call that missed a granted word by a letter or two.
import type { LeafTree } from "../engine/tree.ts";
import { nearest } from "../language/nearest.ts";
import type { Call, Denial } from "../model/decision.ts";

/**
 * @param denial for want of a leaf
 * @returns the same with a remedy, where a granted word is near to the one that was typed
 */
export function withSuggestion({ root }: LeafTree, { words }: Call, denial: Denial): Denial {
  let node = root;
  for (const [index, word] of words.entries()) {
    const next = node.children.get(word);
    if (next !== undefined) {
      node = next;
      continue;
    }
    const meant = nearest(word, [...node.children.keys()]);
    if (meant === null || denial.remedy !== null) return denial;
    return {
      ...denial,
      remedy: `did you mean \`${[...words.slice(0, index), meant].join(" ")}\`?`,
    };
  }
  return denial;
}
