// `never pass …` and `only pass when …`: guards on every leaf of a wrap.

import type { Guard } from "../../model/policy.ts";
import type { KdlNode } from "../document.ts";
import type { Prose, WrapDraft } from "../drafts.ts";
import { readPass } from "../guard.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function reader(effect: Guard["effect"]) {
  return (node: KdlNode, draft: WrapDraft, reading: Reading): void => {
    const prose: Prose = { describe: null };
    reading.block(node, "pass", prose);
    const guard = readPass(node, effect, reading);
    if (guard !== null) draft.guards.push(guard);
  };
}

export const neverPass: NodeSpec = {
  name: "never pass",
  args: "<glob…>, or when <selector> is|matches <glob…>",
  meaning: "Refuses every call of the wrap that holds a matching word.",
  example: 'never pass "*.pem"',
  readers: { wrap: reader("refuse") },
};

export const onlyPass: NodeSpec = {
  name: "only pass",
  args: "when <selector> is|matches <glob…>",
  meaning:
    "Lets a call of the wrap pass only where the selected words, or a program's answer, match.",
  example: 'only pass when shell hostname is "*laptop*"',
  readers: { wrap: reader("require") },
};
