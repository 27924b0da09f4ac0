// `environment { keep NAME…; drop NAME… }`: which inherited variables reach the child.

import { hasCount, once } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { EnvironmentDraft, ExecDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function read(node: KdlNode, draft: ExecDraft | WrapDraft, reading: Reading): void {
  const inner: EnvironmentDraft = { keep: [], drop: [] };
  hasCount(node, reading, { min: 0, max: 0, what: "argument" });
  reading.block(node, "environment", inner);
  if (!node.children?.length) {
    const hint = "write `environment { keep NAME; drop NAME }`";
    reading.report.error(
      "empty",
      node.span,
      '"environment" needs a block that says what to keep or drop',
      { hint },
    );
  }
  draft.environment = once(reading, draft.environment, node, inner);
}

export const environment: NodeSpec = {
  name: "environment",
  args: "{ keep NAME…; drop NAME… }",
  meaning: "Says which inherited variables reach the child besides the standing few.",
  example: "environment { keep KUBECONFIG }",
  readers: { exec: read, passthrough: read, wrap: read },
};
