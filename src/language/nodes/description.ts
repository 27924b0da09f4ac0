// `description "<text>"`: standing prose of the file.

import { hasCount, hasNoBlock, once, texts } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const description: NodeSpec = {
  name: "description",
  args: '"<text>"',
  meaning: "Says what the file is for, in the docs; at most one a file.",
  example: 'description "Everyday git, without the sharp edges."',
  readers: {
    top(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "text" })) return;
      const [given] = texts(node);
      if (given === undefined) return;
      if (given.text.trim() === "") {
        reading.report.error("empty", given.argument.span, '"description" can\'t be empty');
      }
      draft.description = once(reading, draft.description, node, given.text);
    },
  },
};
