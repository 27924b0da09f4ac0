// A hazard → how loudly lint speaks of it: an error, a warning, a note, or not at all.

import { isInterpreter } from "../engine/interpreters.ts";
import type { Severity } from "../model/diagnostic.ts";
import type { Hazard, HazardSeverity } from "../model/hazard.ts";
import type { LintedLeaf } from "./linted-leaf.ts";

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

/**
 * On another host a short name may be anybody's program: where only a kin of it is on file and the catalogue does not know
 * it, that is no more than a warning, unless it is an interpreter's or says that it starts programs.
 */
export function levelHere(hazard: Hazard, { reader, facts }: LintedLeaf): Severity | null {
  const level = levelOf(hazard);
  const isGuess = !reader.isLocal && facts === null && hazard.isBorrowed;
  const isStarter = hazard.rule !== null || isInterpreter(reader.bin);
  return level === "error" && isGuess && !isStarter ? "warning" : level;
}
