// `read "<path>"…`: what a confined child may see again.

import { readPaths } from "../bounds.ts";
import type { NodeSpec } from "../reading.ts";

export const read: NodeSpec = {
  name: "read",
  args: '"<path>"…',
  meaning:
    "Shows a confined child this again where what surrounds it is hidden, and keeps it from being written.",
  example: 'read "/home/kai/.config/tool"',
  readers: { confine: (node, draft, reading) => readPaths(node, draft.read, reading) },
};
