// A finding and a Guardfile → whether a `lint-allow` of its grant or wrap silences it.

import type { Finding } from "../model/finding.ts";
import type { Guardfile, LintAllow, Wrap } from "../model/policy.ts";
import { offsetOf } from "./places.ts";

/** A `lint-allow` holds for its grant, or, in a wrap, for all of it. */
export function isSilenced({ rule, span }: Finding, guardfile: Guardfile, text: string): boolean {
  const at = span.start.offset;
  const wrap = guardfile.wraps.findLast((one) => one.span.start.offset <= at);
  if (!wrap) return false;
  const names = ({ lintRule }: LintAllow) => lintRule === rule;
  if (!wrap.leaves.some(({ lintAllows }) => lintAllows.some(names))) {
    return wrap.lintAllows.some(names);
  }
  return wrap.lintAllows.some(names) || grantAt(wrap, at, text).some(names);
}

/** The `lint-allow`s of the grant whose sentences reach to this place. */
function grantAt(wrap: Wrap, at: number, text: string): readonly LintAllow[] {
  const starts = wrap.leaves.map((leaf) => ({ leaf, start: leaf.span.start.offset }));
  const others = wrap.nevers.map(({ span }) => span.start.offset);
  const exec = wrap.leaves[0]?.exec.rule;
  if (exec) others.push(offsetOf(text, exec.line, exec.column));
  const before = starts.filter(({ start }) => start <= at).sort((a, b) => b.start - a.start)[0];
  const isBehindOther = before && others.some((start) => start > before.start && start <= at);
  return before && !isBehindOther ? before.leaf.lintAllows : [];
}
