// A hazard → how loudly lint speaks of it: an error, a warning, a note, or not at all.

import type { Severity } from "../model/diagnostic.ts";
import type { Hazard, HazardSeverity } from "../model/hazard.ts";

const RANK: Readonly<Record<HazardSeverity, number>> = { critical: 3, high: 2, medium: 1, low: 0 };

/**
 * Flags of small effect besides running and writing are kept as facts only: a policy that denied each of them would
 * help nobody. What an operand or the plain command does is what a grant was made for, so it is spoken of more softly.
 * @returns null where the hazard is no finding
 */
export function levelOf({ kind, effect, severity }: Hazard): Severity | null {
  const isGrave = effect === "exec" || effect === "write";
  const rank = RANK[severity] - (isGrave ? 0 : 1);
  if (kind === "flag") {
    const least = effect === "read" || effect === "interactive" ? 2 : 1;
    if (!isGrave && RANK[severity] < least) return null;
    return (["note", "warning", "error", "error"] as const)[rank] ?? "note";
  }
  if (kind === "bare" || kind === "config") return isGrave && rank >= 2 ? "warning" : "note";
  return (["note", "note", "warning", "error"] as const)[rank] ?? "note";
}
