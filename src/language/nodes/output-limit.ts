// `output-limit "<size>"`: how much of each stream a captured run keeps.

import { readSize } from "../amounts.ts";
import { once } from "../arguments.ts";
import { badBound, onlyText } from "../bounds.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { quote } from "../sentence.ts";

/** All of it is held in memory. */
const MOST = 2 ** 30;

function read(node: KdlNode, { bounds }: GrantDraft | WrapDraft, reading: Reading): void {
  const given = onlyText(node, reading, "size");
  if (given === null) return;
  const size = readSize(given.text);
  if (size !== null && size <= MOST) {
    bounds.outputLimit = once(reading, bounds.outputLimit, node, size);
    return;
  }
  const problem = `${quote(given.text)} is no size from 1B to 1GiB: write a whole number and B, KiB, MiB or GiB, as in "64KiB"`;
  badBound(node, given, problem, reading);
}

export const outputLimit: NodeSpec = {
  name: "output-limit",
  args: '"<number>B|KiB|MiB|GiB"',
  meaning:
    "Says how much of each stream a captured run keeps, 64KiB where nothing is said; the rest is dropped and flagged.",
  example: 'output-limit "1MiB"',
  readers: { wrap: read, grant: read },
};
