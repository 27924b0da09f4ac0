// `stdin none|inherit`: whether a leaf's child can read what ward was given.

import { choice, once } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function read(node: KdlNode, { bounds }: GrantDraft | WrapDraft, reading: Reading): void {
  const said = choice(node, reading, ["none", "inherit"]);
  if (said !== null) bounds.stdin = once(reading, bounds.stdin, node, said);
}

export const stdin: NodeSpec = {
  name: "stdin",
  args: "none|inherit",
  meaning: "Gives the child an empty standard input, or ward's own (the default).",
  example: "stdin none",
  readers: { wrap: read, grant: read },
};
