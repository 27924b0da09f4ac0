// `allows "<call>"`: an example that must be allowed.

import { readExample } from "../example.ts";
import type { NodeSpec } from "../reading.ts";

const read = readExample("allows");

export const allows: NodeSpec = {
  name: "allows",
  args: '"<call as shell words>"',
  meaning: "Is an example that must be allowed, from the leaf's or the group's own words on.",
  example: 'allows "commit -m \\"feat: x\\""',
  readers: { grant: read, wrap: read },
};
