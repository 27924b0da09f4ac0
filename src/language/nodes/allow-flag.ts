// `allow-flag "<flag>"…`: the only flags that a call may hold.

import { readFlags } from "../flags.ts";
import type { NodeSpec } from "../reading.ts";

export const allowFlag: NodeSpec = {
  name: "allow-flag",
  args: '"<flag>"…',
  meaning: "Refuses every flag but these; `-#` stands for a dash and digits.",
  example: 'allow-flag "--oneline" "-#"',
  readers: { grant: (node, draft, reading) => readFlags(node, draft.allowFlags, reading) },
};
