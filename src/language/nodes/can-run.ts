// `can run <words> { … }`: mounts one leaf.

import { openBounds } from "../bounds.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft } from "../drafts.ts";
import type { NodeSpec } from "../reading.ts";
import { readWords } from "../run-words.ts";

export function openGrant(node: KdlNode, words: readonly string[]): GrantDraft {
  return {
    words,
    node,
    argv: [],
    sealed: null,
    bin: null,
    metacharacters: null,
    bounds: openBounds(),
    denyFlags: [],
    allowFlags: [],
    mayRepeat: [],
    valueFlags: [],
    textFlags: [],
    redactFlags: [],
    patterns: [],
    guards: [],
    examples: [],
    lintAllows: [],
    describe: null,
  };
}

export const canRun: NodeSpec = {
  name: "can run",
  args: '<words>, "<words in a sentence>" or "*" [{ … }]',
  meaning: 'Grants one command; "*" grants the whole binary and is then the only grant.',
  example: 'can run log { deny-flag "--output" }',
  readers: {
    wrap(node, draft, reading) {
      const words = readWords(node, reading);
      const grant = openGrant(node, words ?? []);
      reading.block(node, "grant", grant);
      if (words !== null) draft.grants.push(grant);
    },
  },
};
