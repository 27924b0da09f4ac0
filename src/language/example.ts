// `allows` and `refuses` → an example's call, split into words.

import type { Example } from "../model/policy.ts";
import { hasCount, hasNoBlock, texts } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { GrantDraft, WrapDraft } from "./drafts.ts";
import type { Reading } from "./reading.ts";
import { splitShellWords } from "./shell-words.ts";

/** A reader of examples that must come out one way. */
export function readExample(expect: Example["expect"]) {
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
