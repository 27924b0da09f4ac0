// `describe "<text>"`: prose about a wrap, a grant, a denial or a guard.

import { hasCount, hasNoBlock, once, texts } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { Prose } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function read(node: KdlNode, draft: Prose, reading: Reading): void {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 1, max: 1, what: "text" })) return;
  const [given] = texts(node);
  if (given) draft.describe = once(reading, draft.describe, node, given.text);
}

export const describe: NodeSpec = {
  name: "describe",
  args: '"<text>"',
  meaning: "Says what this is for; it never changes a decision.",
  example: 'describe "commit what is staged"',
  readers: { wrap: read, grant: read, never: read, pass: read },
};
