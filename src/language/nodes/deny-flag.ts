// `deny-flag "<flag>"…`: flags that a call may not hold.

import { readFlags } from "../flags.ts";
import type { NodeSpec } from "../reading.ts";

export const denyFlag: NodeSpec = {
  name: "deny-flag",
  args: '"<flag>"…',
  meaning: "Refuses these flags in every spelling; all others pass.",
  example: 'deny-flag "--no-verify" "-n"',
  readers: { grant: (node, draft, reading) => readFlags(node, draft.denyFlags, reading) },
};
