// One call and all that surrounds it, and the policies that it could be judged by.
import { isMatch, matchLeaf } from "../../engine/match.ts";
import type { LeafTree, Mounted } from "../../engine/tree.ts";
import type { Call } from "../../model/decision.ts";
import type { Machine } from "../machine.ts";
import { assemblePolicy, type Policy, type ReadFile } from "../policy.ts";
import type { TrustAround } from "./around.ts";

export interface Setting {
  /** Of this place; unapproved files are not in its tree. */
  readonly policy: Policy;
  readonly machine: Machine;
  readonly around: TrustAround;
  /** Root word first. */
  readonly call: Call;
}

/** A leaf, and the file that grants it. */
export interface Reached {
  readonly mounted: Mounted;
  readonly read: ReadFile;
}

function mountedProjects({ files, unapproved }: Policy): string[] {
  const waiting = new Set(unapproved.map(({ file }) => file));
  return files
    .filter(({ place, file }) => place === "project" && !waiting.has(file))
    .map(({ file }) => file);
}

/** The policy with these of the project's files mounted as well. */
export function policyWith(policy: Policy, more: readonly ReadFile[]): Policy {
  const mounted = new Set(mountedProjects(policy));
  if (more.every(({ file }) => mounted.has(file))) return policy;
  return assemblePolicy(policy.files, new Set([...mounted, ...more.map(({ file }) => file)]));
}

/** The policy in which this file of the project gives nothing. */
export function policyWithout(policy: Policy, read: ReadFile): Policy {
  const mounted = mountedProjects(policy);
  if (!mounted.includes(read.file)) return policy;
  return assemblePolicy(policy.files, new Set(mounted.filter((file) => file !== read.file)));
}

/** @returns the leaf that the call's words reach in this tree, or null */
export function reachIn(tree: LeafTree, { policy, call }: Setting): Reached | null {
  const match = matchLeaf(tree, call.words);
  if (!isMatch(match)) return null;
  const { mounted } = match;
  const read = policy.files.find(({ file }) => file === mounted.file);
  if (read === undefined) throw new Error(`a leaf is from ${mounted.file}, which was never read`);
  return { mounted, read };
}
