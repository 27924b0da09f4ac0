// `write "<path>"…`: what a confined child may change.

import { readPaths } from "../bounds.ts";
import type { NodeSpec } from "../reading.ts";

export const write: NodeSpec = {
  name: "write",
  args: '"<path>"…',
  meaning:
    "Lets a confined child write here; relative paths are the working directory's, and no part may be a symbolic link.",
  example: 'write "." "/var/cache/build"',
  readers: { confine: (node, draft, reading) => readPaths(node, draft.write, reading) },
};
