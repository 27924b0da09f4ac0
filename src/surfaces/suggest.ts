// Adds "did you mean" to the refusal of a call that missed a granted word by a letter or two.
import type { LeafTree } from "../engine/tree.ts";
import { nearest } from "../language/nearest.ts";
import type { Call, Denial } from "../model/decision.ts";

/**
 * @param denial for want of a leaf
 * @returns the same with a remedy, where a granted word is near to the one that was typed
 */
export function withSuggestion({ root }: LeafTree, { words }: Call, denial: Denial): Denial {
  const whole = denial.remedy === null ? withoutRoot(root, words) : null;
  if (whole !== null) return { ...denial, remedy: `did you mean \`${whole}\`?` };
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

/** The call with the program in front of it, where the first word is one of its groups. */
function withoutRoot(root: LeafTree["root"], words: readonly string[]): string | null {
  const [first = ""] = words;
  if (root.children.has(first)) return null;
  const found = [...root.children].find(([, node]) => node.children.has(first));
  return found === undefined ? null : [found[0], ...words].join(" ");
}
