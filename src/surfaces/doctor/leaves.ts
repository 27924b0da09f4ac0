// A policy → every leaf that is mounted, for doctor to look at.
import { findGroup } from "../../engine/group.ts";
import type { Mounted } from "../../engine/tree.ts";
import type { Policy } from "../policy.ts";

export function leavesOf({ tree }: Policy): readonly Mounted[] {
  return findGroup(tree, [])?.leaves ?? [];
}
