// `value <provider> "<address>"`: who gives an `env` variable its value.

import { hasCount, hasNoBlock, texts } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const value: NodeSpec = {
  name: "value",
  args: '<provider> "<address>"',
  meaning:
    "Names who gives a variable's value: `env`, `file`, `literal`, or one that a library added.",
  example: 'value env "SOURCE_NAME"',
  readers: {
    env(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 2, max: 2, what: "word" })) return;
      const [provider, address] = texts(node);
      if (provider === undefined || address === undefined) return;
      const empty = [provider, address].find(
        ({ text }, index) => text === "" && (index === 0 || provider.text !== "literal"),
      );
      if (empty)
        reading.report.error("empty", empty.argument.span, '"value": this can\'t be empty');
      const source = { kind: "provider", provider: provider.text, address: address.text } as const;
      draft.sources.push({ value: source, node });
    },
  },
};
