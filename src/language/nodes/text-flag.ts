// `text-flag "<flag>"…`: flags whose value is free text.

import { readFlags } from "../flags.ts";
import type { NodeSpec } from "../reading.ts";

export const textFlag: NodeSpec = {
  name: "text-flag",
  args: '"<flag>"…',
  meaning:
    "Says that these flags take free text, which the gate does not look at where nothing re-reads it.",
  example: 'text-flag "-m" "--message"',
  readers: {
    grant: (node, draft, reading) => readFlags(node, draft.textFlags, reading),
    exec: (node, draft, reading) => readFlags(node, draft.textFlags, reading),
  },
};
