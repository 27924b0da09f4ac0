// `timeout "<duration>"`: how long a leaf's child may run.

import { readDuration } from "../amounts.ts";
import { once } from "../arguments.ts";
import { badBound, onlyText } from "../bounds.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { quote } from "../sentence.ts";

const LONGEST_MS = 24 * 3_600_000;

function read(node: KdlNode, { bounds }: GrantDraft | WrapDraft, reading: Reading): void {
  const given = onlyText(node, reading, "duration");
  if (given === null) return;
  const duration = readDuration(given.text);
  if (duration !== null && duration <= LONGEST_MS) {
    bounds.timeout = once(reading, bounds.timeout, node, duration);
    return;
  }
  const problem = `${quote(given.text)} is no duration from 1ms to 24h: write a whole number and ms, s, m or h, as in "30s"`;
  badBound(node, given, problem, reading);
}

export const timeout: NodeSpec = {
  name: "timeout",
  args: '"<number>ms|s|m|h"',
  meaning:
    "Ends the child, and what it has started, at this time, at most 24 h: SIGTERM, and SIGKILL 3 s later.",
  example: 'timeout "30s"',
  readers: { wrap: read, grant: read },
};
