// `redact-flag "<flag>"…`: flags whose value no record shows.

import { readFlags } from "../flags.ts";
import type { NodeSpec } from "../reading.ts";

export const redactFlag: NodeSpec = {
  name: "redact-flag",
  args: '"<flag>"…',
  meaning:
    "Keeps the values of these flags out of every record, as those of `--token` and the like are kept out anyway.",
  example: 'redact-flag "--pin"',
  readers: {
    wrap: (node, draft, reading) => readFlags(node, draft.redactFlags, reading),
    grant: (node, draft, reading) => readFlags(node, draft.redactFlags, reading),
  },
};
