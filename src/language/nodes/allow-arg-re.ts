// `allow-arg-re "<pattern>"…`: what every positional of a call must look like.

import { hasCount, hasNoBlock, texts } from "../arguments.ts";
import { MAX_PATTERN } from "../pattern-shape.ts";
import type { NodeSpec } from "../reading.ts";

export const allowArgRe: NodeSpec = {
  name: "allow-arg-re",
  args: '"<pattern>"…',
  meaning: "Lets a positional pass only where it matches one of these RE2 patterns whole.",
  example: 'allow-arg-re "[a-z]+/[0-9]{1,4}"',
  readers: {
    grant(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: Number.POSITIVE_INFINITY, what: "pattern" }))
        return;
      const rule = reading.rule(node);
      for (const { text, argument } of texts(node)) {
        const problem =
          text === ""
            ? "a pattern can't be empty"
            : text.length > MAX_PATTERN
              ? `a pattern is at most ${MAX_PATTERN} characters long, not ${text.length}`
              : reading.checkPattern(text);
        if (problem === null) draft.patterns.push({ source: text, rule });
        else reading.report.error("bad-pattern", argument.span, `"allow-arg-re": ${problem}`);
      }
    },
  },
};
