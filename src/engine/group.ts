// Words that reach a group and no leaf → what hangs there, for the group's help.

import type { LeafTree, Mounted, TreeNode } from "./tree.ts";

export interface Group {
  readonly path: readonly string[];
  readonly describe: string | null;
  /** Paths of the groups below, the root word included. */
  readonly groups: readonly (readonly string[])[];
  readonly leaves: readonly Mounted[];
}

/**
 * @param words root word first
 * @returns the group that exactly these words name, or null; a group that is itself a whole-binary leaf is none
 */
export function findGroup(tree: LeafTree, words: readonly string[]): Group | null {
  let node: TreeNode | undefined = tree.root;
  let isInside = false;
  for (const word of words) {
    isInside ||= node.wrap !== null;
    node = node.children.get(word);
    if (!node) return null;
  }
  if (isInside || node.mounted) return null;
  const groups: (readonly string[])[] = [];
  const leaves: Mounted[] = [];
  collect(node, words, groups, leaves);
  return {
    path: words,
    describe: node.wrap?.describe ?? null,
    groups: groups.filter((path) => path.length > words.length),
    leaves,
  };
}

function collect(
  node: TreeNode,
  path: readonly string[],
  groups: (readonly string[])[],
  leaves: Mounted[],
): void {
  if (node.wrap) groups.push(path);
  if (node.mounted) leaves.push(node.mounted);
  for (const [word, child] of node.children) collect(child, [...path, word], groups, leaves);
}
