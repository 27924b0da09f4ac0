// `argv "<token>"…`: fixed words in place of the leaf's own.

import { hasNoBlock, texts } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const argv: NodeSpec = {
  name: "argv",
  args: '["<token>"…]',
  meaning:
    "Runs these fixed words in place of the leaf's own; bare, the binary alone; given again, it appends.",
  example: 'argv log "--oneline"',
  readers: {
    grant(node, draft, reading) {
      hasNoBlock(node, reading);
      draft.argv.push({ value: texts(node).map(({ text }) => text), node });
    },
  },
};
