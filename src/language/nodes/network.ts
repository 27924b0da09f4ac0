// `network none|inherit`: whether a confined child has a network.

import { choice, once } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const network: NodeSpec = {
  name: "network",
  args: "none|inherit",
  meaning: "Gives a confined child no network at all (the default), or the one that ward has.",
  example: "network inherit",
  readers: {
    confine(node, draft, reading) {
      const said = choice(node, reading, ["none", "inherit"]);
      if (said !== null) draft.network = once(reading, draft.network, node, said);
    },
  },
};
