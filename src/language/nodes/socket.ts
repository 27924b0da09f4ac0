// `socket "<path>"…`: a unix socket that a confined child may reach.

import { readPaths } from "../bounds.ts";
import type { NodeSpec } from "../reading.ts";

export const socket: NodeSpec = {
  name: "socket",
  args: '"<path>"…',
  meaning:
    "Lets a confined child reach this unix socket; without such a line it can make none at all.",
  example: 'socket "/run/postgresql/.s.PGSQL.5432"',
  readers: { confine: (node, draft, reading) => readPaths(node, draft.socket, reading) },
};
