// `keep` and `drop` of an `environment` → names and globs of variables, each checked.

import { hasCount, hasNoBlock, texts } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { Reading } from "./reading.ts";
import { quote } from "./sentence.ts";

/** Reads `<node> NAME…` into a list. */
export function readNames(node: KdlNode, into: string[], reading: Reading): void {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 1, max: Number.POSITIVE_INFINITY, what: "name" })) return;
  for (const { text, argument } of texts(node)) {
    if (/^[A-Za-z_*][A-Za-z0-9_*]*$/.test(text)) into.push(text);
    else {
      const message = `"${node.name}": ${quote(text)} is no variable's name and no glob of one`;
      reading.report.error("bad-env", argument.span, message);
    }
  }
}
