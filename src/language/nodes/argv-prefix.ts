// `argv-prefix "<token>"…`: words that stand before the caller's, always.

import { hasNoBlock, texts } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const argvPrefix: NodeSpec = {
  name: "argv-prefix",
  args: '"<token>"…',
  meaning: "Puts fixed words before every call's own; given again, it appends.",
  example: 'argv-prefix "-c" "core.fsmonitor=false"',
  readers: {
    exec(node, draft, reading) {
      hasNoBlock(node, reading);
      draft.prefix.push(...texts(node).map(({ text }) => text));
    },
  },
};
