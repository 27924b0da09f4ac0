// `keep NAME…`: inherited variables that reach the child.

import type { NodeSpec } from "../reading.ts";
import { readNames } from "../variable-names.ts";

export const keep: NodeSpec = {
  name: "keep",
  args: "NAME…",
  meaning: "Lets inherited variables reach the child; `*` stands for any letters.",
  example: "keep KUBECONFIG AWS_*",
  readers: { environment: (node, draft, reading) => readNames(node, draft.keep, reading) },
};
