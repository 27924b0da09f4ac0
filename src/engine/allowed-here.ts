// A leaf or a group → one line that says what would pass there.

import type { Leaf, Never } from "../model/policy.ts";
import { shapeClause } from "./argument-shape.ts";
import { endOfArguments, mostText } from "./guard-messages.ts";
import type { Match } from "./match.ts";
import type { Mounted, TreeNode } from "./tree.ts";

/** @returns what passes at a leaf: its own call, and where that takes no argument the longer ones too */
export function allowedAt({ mounted, node }: Pick<Match, "mounted" | "node">): string {
  const own = allowedCall(mounted);
  const { wrap, leaf } = mounted;
  const takesNone = leaf.isSealed || endOfArguments(mounted) === 0;
  const longer = takesNone ? allowedWords([...wrap.path, ...leaf.words], node) : null;
  return longer === null ? own : `${own}, or ${longer}`;
}

/** @returns the leaf's call with what its policy lets follow, as `ward git commit [flags except --amend]` */
export function allowedCall(mounted: Mounted): string {
  const { wrap, leaf } = mounted;
  const call = [...wrap.path, ...leaf.words].join(" ");
  if (leaf.isSealed) return call;
  const end = endOfArguments(mounted);
  const most = end === null ? [] : [`[${mostText(end)}]`];
  return [call, flagClause(mounted), ...shapeClause(leaf.patterns), ...most].join(" ");
}

function flagClause({ wrap, leaf }: Mounted): string {
  const denied = [...leaf.denyFlags.map(({ flag }) => flag), ...neverFlags(wrap.nevers, leaf)];
  if (leaf.allowFlags.length === 0) {
    return denied.length === 0 ? "[any flags]" : `[flags except ${namesText(denied)}]`;
  }
  const passes = leaf.allowFlags.map(({ flag }) => flag).filter((flag) => !denied.includes(flag));
  return passes.length === 0 ? "[no flags]" : `[flags ${namesText(passes)}]`;
}

/** More flags than this are a wall of text, and the list of grants has them all. */
const MOST_FLAGS = 12;

function namesText(flags: readonly string[]): string {
  const shown = flags.slice(0, MOST_FLAGS).join(", ");
  const more = flags.length - MOST_FLAGS;
  return more > 0 ? `${shown}, … (${more} more: \`wardctl list\`)` : shown;
}

/** The flags that a `never run` forbids right behind this leaf. */
function neverFlags(nevers: readonly Never[], leaf: Leaf): readonly string[] {
  return nevers.flatMap(({ words }) => {
    const flags = words.filter((word) => word.startsWith("-"));
    const own = words.filter((word) => !word.startsWith("-")).join(" ");
    return flags.length === 1 && own === leaf.words.join(" ") ? flags : [];
  });
}

/** More than this many names help nobody; the group's own help lists them all. */
const MOST_NAMES = 8;

/** @returns the words that may follow at this node, as `ward git add | commit | …`; null where none may */
export function allowedWords(path: readonly string[], node: TreeNode): string | null {
  const words = [...node.children.keys()];
  if (words.length === 0) return null;
  const shown = words.slice(0, MOST_NAMES).join(" | ");
  const more = words.length > MOST_NAMES ? ` | … (${words.length - MOST_NAMES} more)` : "";
  return `${path.join(" ")} ${shown}${more}`;
}
