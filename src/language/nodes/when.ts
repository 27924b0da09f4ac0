// `when` and `deny-when <selector> matches <glob…>`: what must, or must not, be so about one call's words.

import type { Guard } from "../../model/policy.ts";
import { hasNoBlock } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import { readGuard } from "../guard.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function reader(effect: Guard["effect"]) {
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

export const when: NodeSpec = {
  name: "when",
  args: "<selector> matches <glob…>",
  meaning: "Lets a call pass only where the selected words match; `*` is the only wildcard.",
  example: 'when arg0 matches "s3://open-*"',
  readers: reader("require"),
};

export const denyWhen: NodeSpec = {
  name: "deny-when",
  args: "<selector> matches <glob…>",
  meaning: "Refuses a call where one of the selected words matches.",
  example: 'deny-when any-arg matches "*.env"',
  readers: reader("refuse"),
};
