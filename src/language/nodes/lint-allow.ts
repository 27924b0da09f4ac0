// `lint-allow <rule> "<reason>"`: silences one lint rule here.

import { hasCount, hasNoBlock, texts } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function read(node: KdlNode, draft: GrantDraft | WrapDraft, reading: Reading): void {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 2, max: 2, what: "word" })) return;
  const [lintRule, reason] = texts(node);
  if (lintRule === undefined || reason === undefined) return;
  const empty = [lintRule, reason].find(({ text }) => text.trim() === "");
  if (empty) {
    reading.report.error("empty", empty.argument.span, '"lint-allow" needs a rule and a reason');
    return;
  }
  draft.lintAllows.push({ lintRule: lintRule.text, reason: reason.text, rule: reading.rule(node) });
}

export const lintAllow: NodeSpec = {
  name: "lint-allow",
  args: '<rule> "<reason>"',
  meaning: "Silences one lint rule here, for a reason that the docs show.",
  example: 'lint-allow hazard-write "the output directory is scratch"',
  readers: { wrap: read, grant: read },
};
