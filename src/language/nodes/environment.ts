// `environment { keep NAME…; drop NAME… }`: which inherited variables reach the child.

import { hasCount, hasNoBlock, once, texts } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { EnvironmentDraft, ExecDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { quote } from "../sentence.ts";

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

function readNames(node: KdlNode, into: string[], reading: Reading): void {
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

export const environment: NodeSpec = {
  name: "environment",
  args: "{ keep NAME…; drop NAME… }",
  meaning: "Says which inherited variables reach the child besides the standing few.",
  example: "environment { keep KUBECONFIG }",
  readers: { exec: read, passthrough: read, wrap: read },
};

export const keep: NodeSpec = {
  name: "keep",
  args: "NAME…",
  meaning: "Lets inherited variables reach the child; `*` stands for any letters.",
  example: "keep KUBECONFIG AWS_*",
  readers: { environment: (node, draft, reading) => readNames(node, draft.keep, reading) },
};

export const drop: NodeSpec = {
  name: "drop",
  args: "NAME…",
  meaning: "Keeps inherited variables from the child; it beats `keep`.",
  example: "drop SSH_AUTH_SOCK",
  readers: { environment: (node, draft, reading) => readNames(node, draft.drop, reading) },
};
