// `doc-link "<text>"…`: a line of "see also" in the docs.

import { hasCount, hasNoBlock, texts } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const docLink: NodeSpec = {
  name: "doc-link",
  args: '"<text>" ["<text>" ["<text>"]]',
  meaning: 'Adds a "see also" line to the docs.',
  example: 'doc-link "docs/releases.md"',
  readers: {
    wrap(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 3, what: "text" })) return;
      draft.docLinks.push(
        texts(node)
          .map(({ text }) => text)
          .join(" "),
      );
    },
  },
};
