// The words of a call → the leaf that they name, and every deeper grant that they hold behind flags.
//
// Words are matched whole and case-sensitively, from the root; the deepest grant whose words come first is the leaf.

import type { Wrap } from "../model/policy.ts";
import type { Argument } from "./arguments.ts";
import type { LeafTree, Mounted, TreeNode } from "./tree.ts";

export interface Match {
  readonly mounted: Mounted;
  readonly node: TreeNode;
  /** How many of the call's words the leaf's path took. */
  readonly taken: number;
}

/** No leaf: the words of the deepest group reached, and the wrap that ends there, if one does. */
export interface NoMatch {
  readonly reached: readonly string[];
  readonly wrap: Wrap | null;
}

export function matchLeaf(tree: LeafTree, words: readonly string[]): Match | NoMatch {
  let node: TreeNode = tree.root;
  let match: Match | null = null;
  let wrap: Wrap | null = null;
  let reached = 0;
  for (const [index, word] of words.entries()) {
    const next = node.children.get(word);
    if (!next) break;
    node = next;
    if (!wrap) reached = index + 1;
    wrap ??= node.wrap;
    if (node.mounted) match = { mounted: node.mounted, node, taken: index + 1 };
  }
  // The root word names the program even where nothing serves it.
  return match ?? { reached: words.slice(0, Math.max(reached, 1)), wrap };
}

export function isMatch(result: Match | NoMatch): result is Match {
  return "mounted" in result;
}

/** A deeper grant that the tokens may reach, with the tokens that are left for its policy. */
export interface DeeperGrant {
  readonly mounted: Mounted;
  readonly tokens: readonly string[];
}

interface Trail {
  readonly node: TreeNode;
  readonly consumed: readonly number[];
}

/** More ways than this to read one call as the same grants are no honest call. */
const MOST_TRAILS = 64;

/**
 * @param node where the shallow leaf hangs
 * @param args the tokens behind it
 * @returns every deeper grant found, skipping only flags and possible values; null where there are too many readings
 */
export function findDeeperGrants(
  node: TreeNode,
  args: readonly Argument[],
): readonly DeeperGrant[] | null {
  if (node.children.size === 0) return [];
  let trails: readonly Trail[] = [{ node, consumed: [] }];
  const found: DeeperGrant[] = [];
  for (const arg of args) {
    const next = trails.flatMap((trail) => follow(trail, arg));
    for (const trail of next) {
      if (!trail.node.mounted || trail.consumed.at(-1) !== arg.index) continue;
      const tokens = args.filter(({ index }) => !trail.consumed.includes(index));
      found.push({ mounted: trail.node.mounted, tokens: tokens.map(({ token }) => token) });
    }
    trails = next;
    if (trails.length === 0) break;
    if (trails.length > MOST_TRAILS || found.length > MOST_TRAILS) return null;
  }
  return found;
}

/** Where a trail can stand behind one more token: a word further, or where it was if the token may be skipped. */
function follow({ node, consumed }: Trail, arg: Argument): readonly Trail[] {
  const trails: Trail[] = [];
  const child = node.children.get(arg.token);
  const canBeWord = arg.valueOf === null;
  if (child && canBeWord) trails.push({ node: child, consumed: [...consumed, arg.index] });
  const canBeSkipped = arg.flag !== null || arg.token === "--" || arg.isPositional !== "yes";
  if (canBeSkipped && node.children.size > 0) trails.push({ node, consumed });
  return trails;
}
