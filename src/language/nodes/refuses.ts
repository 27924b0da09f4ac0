// `refuses "<call>"`: an example that must be refused.

import { readExample } from "../example.ts";
import type { NodeSpec } from "../reading.ts";

const read = readExample("refuses");

export const refuses: NodeSpec = {
  name: "refuses",
  args: '"<call as shell words>"',
  meaning: "Is an example that must be refused, from the leaf's or the group's own words on.",
  example: 'refuses "commit --no-verif"',
  readers: { grant: read, wrap: read },
};
