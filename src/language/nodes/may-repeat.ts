// `may-repeat "<flag>"…`: pinned flags that a call may give again.

import { readFlags } from "../flags.ts";
import type { NodeSpec } from "../reading.ts";

export const mayRepeat: NodeSpec = {
  name: "may-repeat",
  args: '"<flag>"…',
  meaning: "Lets the caller give a pinned flag again.",
  example: 'may-repeat "-n"',
  readers: { grant: (node, draft, reading) => readFlags(node, draft.mayRepeat, reading) },
};
