// A Guardfile → which findings its `lint-allow`s silence: one holds for its grant, or, in a wrap, for all of it.

import type { Finding } from "../model/finding.ts";
import type { Guardfile, LintAllow, Wrap } from "../model/policy.ts";
import { offsetOf } from "./places.ts";

/** From here to the next one, in the order of the text, these hold. */
interface Stretch {
  readonly start: number;
  readonly allows: readonly LintAllow[];
}

/** @returns whether a finding of this file is silenced; asked often, so the file is looked through once */
export function silencer(
  guardfile: Guardfile,
  text: string,
): (finding: Pick<Finding, "rule" | "span">) => boolean {
  // Of those that start at one place the last holds: a passthrough is its wrap's only grant.
  const stretches = guardfile.wraps
    .flatMap((wrap) => stretchesOf(wrap, text))
    .toSorted((one, other) => one.start - other.start);
  return ({ rule, span }) => {
    const at = lastAt(stretches, span.start.offset);
    return at?.allows.some(({ lintRule }) => lintRule === rule) === true;
  };
}

function stretchesOf(wrap: Wrap, text: string): readonly Stretch[] {
  const { lintAllows: allows, leaves, nevers, span } = wrap;
  const exec = leaves[0]?.exec.rule;
  return [
    { start: span.start.offset, allows },
    ...(exec ? [{ start: offsetOf(text, exec.line, exec.column), allows }] : []),
    ...nevers.map((never) => ({ start: never.span.start.offset, allows })),
    ...leaves.map((leaf) => ({
      start: leaf.span.start.offset,
      allows: leaf.lintAllows.length === 0 ? allows : [...allows, ...leaf.lintAllows],
    })),
  ];
}

/** The last stretch that starts here or before. */
function lastAt(stretches: readonly Stretch[], offset: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1];
}
