// A leaf or a group → one line that says what would pass there.

import type { FlagRule, Leaf } from "../model/policy.ts";
import type { Mounted, TreeNode } from "./tree.ts";

/** @returns the leaf's call with what its policy lets follow, as `ward git commit [flags except --amend]` */
export function allowedCall({ wrap, leaf }: Mounted): string {
  const call = [...wrap.path, ...leaf.words].join(" ");
  if (leaf.isSealed) return call;
  return [call, ...flagClause(leaf), ...positionalClause(leaf)].join(" ");
}

function flagClause({ allowFlags, denyFlags }: Leaf): readonly string[] {
  const denied = list(denyFlags);
  if (allowFlags.length === 0)
    return denied === "" ? ["[any flags]"] : [`[flags except ${denied}]`];
  const passes = allowFlags.filter(({ flag }) => !denyFlags.some((deny) => deny.flag === flag));
  return passes.length === 0 ? ["[no flags]"] : [`[flags ${list(passes)}]`];
}

function positionalClause({ patterns }: Leaf): readonly string[] {
  if (patterns.length === 0) return [];
  return [`[arguments like ${patterns.map(({ source }) => source).join(" or ")}]`];
}

function list(flags: readonly FlagRule[]): string {
  return flags.map(({ flag }) => flag).join(", ");
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
