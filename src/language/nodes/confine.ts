// `confine { … }`: a sandbox around a leaf's child.

import { hasCount, once } from "../arguments.ts";
import { openConfine } from "../bounds.ts";
import type { KdlNode } from "../document.ts";
import type { ConfineDraft, GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { quote } from "../sentence.ts";

/** Paths that two sentences contradict each other about. */
function twice({ read, write, hide }: ConfineDraft): Set<string> {
  const both = (one: readonly string[], other: readonly string[]) =>
    one.filter((path) => other.includes(path));
  return new Set([...both(write, hide), ...both(write, read), ...both(read, hide)]);
}

function read(node: KdlNode, { bounds }: GrantDraft | WrapDraft, reading: Reading): void {
  hasCount(node, reading, { min: 0, max: 0, what: "argument" });
  const draft = openConfine();
  reading.block(node, "confine", draft);
  for (const path of twice(draft)) {
    const message = `"confine": ${quote(path)} can be only one of written, read and hidden`;
    reading.report.error("conflict", node.span, message, { hint: "keep one of the sentences" });
  }
  bounds.confine = once(reading, bounds.confine, node, draft);
}

export const confine: NodeSpec = {
  name: "confine",
  args: "[{ … }]",
  meaning:
    "Runs the child in a sandbox: all is visible and nothing can be written, with no network and no other processes, save for what its block opens.",
  example: 'confine { write "."; hide "/home/kai/.ssh" }',
  readers: { wrap: read, grant: read },
};
