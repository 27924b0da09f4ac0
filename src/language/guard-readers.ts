// The guard sentences → guards in the drafts of the blocks where they stand.

import type { Guard } from "../model/policy.ts";
import { hasNoBlock } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { GrantDraft, Prose, WrapDraft } from "./drafts.ts";
import { readGuard, readPass } from "./guard.ts";
import type { Reading } from "./reading.ts";

/** Readers of `when` and `deny-when`; which wraps may hold them is known when the wrap ends. */
export function whenReaders(effect: Guard["effect"]) {
  const read = (node: KdlNode, draft: GrantDraft | WrapDraft, reading: Reading) => {
    hasNoBlock(node, reading);
    const guard = readGuard(node, effect, reading);
    if (guard !== null) draft.guards.push(guard);
  };
  const readInWrap = (node: KdlNode, draft: WrapDraft, reading: Reading) => {
    draft.looseGuards.push(node);
    read(node, draft, reading);
  };
  return { grant: read, wrap: readInWrap };
}

/** A reader of `never pass` and `only pass`. */
export function passReader(effect: Guard["effect"]) {
  return (node: KdlNode, draft: WrapDraft, reading: Reading): void => {
    const prose: Prose = { describe: null };
    reading.block(node, "pass", prose);
    const guard = readPass(node, effect, reading);
    if (guard === null) return;
    const { describe } = prose;
    draft.guards.push(describe ? { ...guard, describe: describe.value } : guard);
  };
}
