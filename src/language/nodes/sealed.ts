// `sealed`: a leaf that takes no word from its caller.

import { hasCount, hasNoBlock } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const sealed: NodeSpec = {
  name: "sealed",
  args: "",
  meaning: "Takes no caller argument at all, not even an empty one; needs `argv`.",
  example: "sealed",
  readers: {
    grant(node, draft, reading) {
      hasNoBlock(node, reading);
      hasCount(node, reading, { min: 0, max: 0, what: "argument" });
      if (draft.sealed) {
        reading.report.error("said-twice", node.span, '"sealed" is said twice here', {
          related: reading.report.related(draft.sealed.span, "first said here"),
        });
      }
      draft.sealed ??= node;
    },
  },
};
