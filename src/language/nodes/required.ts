// `required #true|#false`: whether a leaf runs where it can't be confined.

import { hasCount, hasNoBlock, once } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const required: NodeSpec = {
  name: "required",
  args: "#true|#false",
  meaning:
    "Says whether the leaf is refused where there is no sandbox program (the default), or runs unconfined with a word about it.",
  example: "required #false",
  isTyped: true,
  readers: {
    confine(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "boolean" })) return;
      const [given] = node.arguments;
      if (typeof given?.value === "boolean") {
        draft.required = once(reading, draft.required, node, given.value);
        return;
      }
      const message = '"required" is #true or #false';
      reading.report.error("bad-bound", given?.span ?? node.span, message, {
        hint: "write `required #false`",
      });
    },
  },
};
