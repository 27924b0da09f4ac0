// `drop NAME…`: inherited variables that never reach the child.

import type { NodeSpec } from "../reading.ts";
import { readNames } from "../variable-names.ts";

export const drop: NodeSpec = {
  name: "drop",
  args: "NAME…",
  meaning: "Keeps inherited variables from the child; it beats `keep`.",
  example: "drop SSH_AUTH_SOCK",
  readers: { environment: (node, draft, reading) => readNames(node, draft.drop, reading) },
};
