// `exec <binary> { … }`: the fixed program behind every leaf of a wrap.

import { hasCount, texts } from "../arguments.ts";
import { isBinary } from "../binary.ts";
import type { KdlNode } from "../document.ts";
import type { ExecDraft } from "../drafts.ts";
import type { NodeSpec } from "../reading.ts";

export function openExec(node: KdlNode, bin: string, prefix: readonly string[] = []): ExecDraft {
  return {
    bin,
    node,
    prefix: [...prefix],
    env: new Map(),
    environment: null,
    remote: null,
    options: null,
    valueFlags: [],
    textFlags: [],
  };
}

export const exec: NodeSpec = {
  name: "exec",
  args: "<binary> [{ … }]",
  meaning: "Names the one program that this wrap runs: a bare name or an absolute path.",
  example: 'exec git { argv-prefix "-c" "core.fsmonitor=false" }',
  readers: {
    wrap(node, draft, reading) {
      hasCount(node, reading, { min: 1, max: 1, what: "binary" });
      const [given] = texts(node);
      if (given) isBinary(given.text, given.argument, "exec", reading);
      const execDraft = openExec(node, given?.text ?? "");
      reading.block(node, "exec", execDraft);
      draft.execs.push(execDraft);
    },
  },
};
