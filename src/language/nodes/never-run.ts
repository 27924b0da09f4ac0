// `never run <words> { … }`: an explicit denial, which no grant outweighs.

import type { NeverDraft } from "../drafts.ts";
import type { NodeSpec } from "../reading.ts";
import { readWords } from "../run-words.ts";

export const neverRun: NodeSpec = {
  name: "never run",
  also: ["cannot run"],
  args: '<words> or "<words in a sentence>" [{ describe "<why>" }]',
  meaning: "Denies a command for good, under a granted parent and under `*` too.",
  example: 'never run "push --force"',
  readers: {
    wrap(node, draft, reading) {
      const words = readWords(node, reading);
      const never: NeverDraft = { words: words ?? [], node, describe: null };
      reading.block(node, "never", never);
      if (words?.[0] === "*") {
        reading.report.error("bad-star", node.span, '"never run *" would deny every call', {
          hint: "remove it; what is not granted does not run",
        });
      } else if (words !== null) draft.nevers.push(never);
    },
  },
};
