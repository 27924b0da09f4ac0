// `bin <binary>`: another fixed binary for one leaf.

import { hasCount, hasNoBlock, once, texts } from "../arguments.ts";
import { isBinary } from "../binary.ts";
import type { NodeSpec } from "../reading.ts";

export const bin: NodeSpec = {
  name: "bin",
  args: "<binary>",
  meaning: "Runs another fixed binary for this leaf, without the wrap's `argv-prefix`.",
  example: "bin scp",
  readers: {
    grant(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "binary" })) return;
      const [given] = texts(node);
      if (given === undefined) return;
      isBinary(given.text, given.argument, "bin", reading);
      draft.bin = once(reading, draft.bin, node, given.text);
    },
  },
};
