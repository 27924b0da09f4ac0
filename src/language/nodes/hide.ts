// `hide "<path>"…`: what a confined child may not see.

import { readPaths } from "../bounds.ts";
import type { NodeSpec } from "../reading.ts";

export const hide: NodeSpec = {
  name: "hide",
  args: '"<path>"…',
  meaning: "Covers this from a confined child: a directory is empty, a file can't be read.",
  example: 'hide "/home/kai/.ssh"',
  readers: { confine: (node, draft, reading) => readPaths(node, draft.hide, reading) },
};
