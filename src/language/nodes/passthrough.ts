// `passthrough <binary> <token…> { … }`: the whole binary behind a fixed prefix, as one leaf.

import { hasCount, texts } from "../arguments.ts";
import { isBinary } from "../binary.ts";
import type { NodeSpec } from "../reading.ts";
import { openExec } from "./exec.ts";

export const passthrough: NodeSpec = {
  name: "passthrough",
  args: "<binary> <token…> [{ … }]",
  meaning: 'Is short for `exec` and `can run "*"`: every call of the binary behind these words.',
  example: "passthrough tailscale ssh",
  readers: {
    wrap(node, draft, reading) {
      const { POSITIVE_INFINITY } = Number;
      hasCount(node, reading, { min: 1, max: POSITIVE_INFINITY, what: "binary" });
      const [given, ...prefix] = texts(node);
      if (given) isBinary(given.text, given.argument, "passthrough", reading);
      const words = prefix.map(({ text }) => text);
      const execDraft = openExec(node, given?.text ?? "", words);
      reading.block(node, "passthrough", execDraft);
      draft.passthroughs.push(execDraft);
    },
  },
};
