// `value-flag "<flag>"…`: flags that take a value.

import { readFlags } from "../flags.ts";
import type { NodeSpec } from "../reading.ts";

export const valueFlag: NodeSpec = {
  name: "value-flag",
  args: '"<flag>"…',
  meaning: "Says that these flags take a value, so that the next word is no positional.",
  example: 'value-flag "--since"',
  readers: {
    grant: (node, draft, reading) => readFlags(node, draft.valueFlags, reading),
    exec: (node, draft, reading) => readFlags(node, draft.valueFlags, reading),
  },
};
