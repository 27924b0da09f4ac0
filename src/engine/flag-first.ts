// A call whose flag stands before the subcommand → how to type it so that it passes, or null.
//
// Told only where the other spelling really passes: behind the leaf's words, or without the flag where the binary reads
// it before its subcommand alone.

import type { Call, Decision } from "../model/decision.ts";
import { baseName } from "./base-name.ts";
import type { Facts } from "./facts.ts";
import { isMatch, matchLeaf, type NoMatch } from "./match.ts";
import type { LeafTree, TreeNode } from "./tree.ts";
import { code } from "./trouble.ts";

/** Flags and values that are looked past; nobody types more of them. */
const MOST_LEADING = 6;

const GENERAL = "write the subcommand first, and flags behind it";

/** Whether a word behind the flag begins a grant: else no order of these words would help. */
function hasGrantedWord({ root }: LeafTree, reached: readonly string[], words: readonly string[]) {
  let node: TreeNode | undefined = root;
  for (const word of reached) node = node?.children.get(word);
  const known = node?.children;
  return words.some((word) => !word.startsWith("-") && known?.has(word) === true);
}

/**
 * @param reached how far the words name groups
 * @param judge how another call is decided
 */
export function flagFirstRemedy(
  tree: LeafTree,
  { words }: Call,
  { reached: met, wrap }: NoMatch,
  facts: Facts,
  judge: (words: readonly string[]) => Decision,
): string | null {
  if (wrap === null) return null;
  // A grant may begin with the flag too, and not go on as the call does: `--no-pager log` beside `log`.
  const leads = met.findIndex((word, at) => at >= wrap.path.length && word.startsWith("-"));
  const start = leads === -1 ? met.length : leads;
  const reached = met.slice(0, start);
  if (!words[start]?.startsWith("-")) return null;
  const isGranted = (spelling: readonly string[]) => judge(spelling).decision !== "deny";
  for (let end = start + 1; end <= start + MOST_LEADING && end < words.length; end++) {
    const leading = words.slice(start, end);
    const without = [...reached, ...words.slice(end)];
    const match = matchLeaf(tree, without);
    if (!isMatch(match)) continue;
    const own = without.slice(0, match.taken);
    const rest = without.slice(match.taken);
    const more = rest.length > 0 ? ["…"] : [];
    const { bin } = match.mounted.leaf.exec;
    if (facts.catalogue(bin)?.areGlobalsFirst) {
      // Behind its subcommand the same flag would be another one: `git -P log`, `git log -P`.
      const text = code([...own, ...more].join(" "));
      const says = `${baseName(bin)} reads it before its subcommand only; ${text} without it passes`;
      return isGranted(without) ? says : GENERAL;
    }
    if (isGranted([...own, ...leading, ...rest]))
      return `write ${code([...own, ...leading, ...more].join(" "))}`;
  }
  return hasGrantedWord(tree, reached, words.slice(start + 1)) ? GENERAL : null;
}
