// A policy → every leaf that is mounted, for doctor to look at.
import { findGroup } from "../../engine/group.ts";
import type { Leaf } from "../../model/policy.ts";
import type { Policy } from "../policy.ts";

export function leavesOf({ tree }: Policy): readonly Leaf[] {
  return (findGroup(tree, [])?.leaves ?? []).map(({ leaf }) => leaf);
}
