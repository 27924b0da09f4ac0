// The wraps of one file → an error for each two that claim the same words.

import type { Wrap } from "../model/policy.ts";
import type { Report } from "./report.ts";
import { quote } from "./sentence.ts";

/** Equal wrap paths, and a leaf at or below another wrap's group: which of the two would decide? */
export function checkWraps(wraps: readonly Wrap[], report: Report): void {
  const groups = new Map<string, Wrap>();
  for (const wrap of wraps) {
    const key = JSON.stringify(wrap.path);
    const first = groups.get(key);
    if (first === undefined) {
      groups.set(key, wrap);
      continue;
    }
    report.error("conflict", wrap.span, `${quote(wrap.path.join(" "))} is wrapped twice`, {
      hint: "put both into one wrap, or give one of them another group word",
      related: report.related(first.span, "first wrapped here"),
    });
  }
  const lengths = [...new Set(wraps.map(({ path }) => path.length))].sort(
    (one, other) => other - one,
  );
  for (const wrap of wraps) {
    for (const leaf of wrap.leaves) {
      const path = [...wrap.path, ...leaf.words];
      const other = enclosing(groups, lengths, path, wrap);
      if (other === null) continue;
      const message = `${quote(path.join(" "))} is granted here, and ${quote(other.path.join(" "))} is another wrap's group`;
      report.error("conflict", leaf.span, message, {
        hint: "grant it in that wrap, or give one of the two another word",
        related: report.related(other.span, "the other wrap"),
      });
    }
  }
}

/** The wrap, other than its own, whose group holds a leaf's path. */
function enclosing(
  groups: ReadonlyMap<string, Wrap>,
  lengths: readonly number[],
  path: readonly string[],
  own: Wrap,
): Wrap | null {
  // A group at or above the leaf's own wrap is that leaf's parent by rights: only deeper ones take words away from it.
  for (const length of lengths) {
    if (length > path.length || length <= own.path.length) continue;
    const other = groups.get(JSON.stringify(path.slice(0, length)));
    if (other !== undefined) return other;
  }
  return null;
}
