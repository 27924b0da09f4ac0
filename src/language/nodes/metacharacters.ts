// `metacharacters refuse|literal`: what a shell's own characters mean in a caller's words.

import { choice, once } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function read(node: KdlNode, draft: GrantDraft | WrapDraft, reading: Reading): void {
  const said = choice(node, reading, ["refuse", "literal"]);
  if (said !== null) draft.metacharacters = once(reading, draft.metacharacters, node, said);
}

export const metacharacters: NodeSpec = {
  name: "metacharacters",
  args: "refuse|literal",
  meaning:
    "Says that a shell's characters are refused in a caller's words (the default), or are plain data.",
  example: "metacharacters literal",
  readers: { wrap: read, grant: read },
};
