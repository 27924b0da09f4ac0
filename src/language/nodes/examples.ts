// `allows "<call>"` and `refuses "<call>"`: examples that must come out so.

import type { Example } from "../../model/policy.ts";
import { hasCount, hasNoBlock, texts } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { splitShellWords } from "../shell-words.ts";

function reader(expect: Example["expect"]) {
  return (node: KdlNode, draft: GrantDraft | WrapDraft, reading: Reading): void => {
    hasNoBlock(node, reading);
    if (!hasCount(node, reading, { min: 1, max: 1, what: "call" })) return;
    const [given] = texts(node);
    if (given === undefined) return;
    const split = splitShellWords(given.text);
    const { span } = given.argument;
    if ("problem" in split) {
      const message = `"${node.name}": at character ${split.at + 1} of the call, ${split.problem}`;
      reading.report.error("bad-example", span, message);
    } else if (split.words.length === 0) {
      reading.report.error("empty", span, `"${node.name}": the call can't be empty`);
    } else draft.examples.push({ expect, words: split.words, node });
  };
}

const args = '"<call as shell words>"';

export const allows: NodeSpec = {
  name: "allows",
  args,
  meaning: "Is an example that must be allowed, from the leaf's or the group's own words on.",
  example: 'allows "commit -m \\"feat: x\\""',
  readers: { grant: reader("allows"), wrap: reader("allows") },
};

export const refuses: NodeSpec = {
  name: "refuses",
  args,
  meaning: "Is an example that must be refused, from the leaf's or the group's own words on.",
  example: 'refuses "commit --no-verif"',
  readers: { grant: reader("refuses"), wrap: reader("refuses") },
};
