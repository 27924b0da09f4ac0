// Turns recorded calls into one line each, for a person who looks at the trail.
import type { ClippedArgv, DecidedRow, FinishedRow, PolicyRow } from "../model/audit-row.ts";
import type { OutcomeKind } from "../model/outcome.ts";
import { invocationText } from "./invocation.ts";
import { printable } from "./printable.ts";

/** The words of a recorded call, as they would be typed. */
export function renderCallWords(argv: readonly string[] | ClippedArgv): string {
  if (!("head" in argv)) return invocationText(argv);
  return `${invocationText(argv.head)} …(+${argv.count - argv.head.length})`;
}

/** What ward made of it, in front of the child's own end: a child may exit 0 when its time is over. */
const ENDED_BY_WARD: Readonly<Partial<Record<OutcomeKind, string>>> = {
  timed_out: "timed out",
  cancelled: "cancelled",
};

/** How a run ended, in a few words, escaped. */
export function endText({ signal, exit, outcome }: FinishedRow): string {
  const own = signal ?? (exit === null ? null : `exit ${exit}`);
  const ended = ENDED_BY_WARD[outcome.kind];
  if (ended === undefined) return printable(own ?? outcome.kind);
  return printable(own === null ? ended : `${ended} (${own})`);
}

/**
 * @param decided the row of the decision; null where only the end is on record
 * @param finished the row of the end; null for refusals and for runs without one
 * @returns time, what came of it, and the call
 */
export function renderRecorded(decided: DecidedRow | null, finished: FinishedRow | null): string {
  const at = decided?.at ?? finished?.at ?? "";
  const end = finished === null ? "unfinished" : endText(finished);
  const came = decided?.decision === "deny" ? `refused (${decided.reason})` : end;
  const call = decided === null ? (finished?.verb ?? "") : renderCallWords(decided.argv);
  return `${printable(at)}  ${came.padEnd(24)}  ${decided === null ? printable(call) : call}`;
}

/** As `renderRecorded`, behind the end of the id, which `show` takes. */
export function renderListed(
  id: string,
  decided: DecidedRow | null,
  finished: FinishedRow | null,
): string {
  return `${printable(id.slice(-12))}  ${renderRecorded(decided, finished)}`;
}

/** The line for a Guardfile whose surface changed: time, what happened, the file and both digests' beginnings. */
export function renderPolicyRow({ at, guardfile, digest, previous }: PolicyRow): string {
  const digests = `${previous.slice(0, 12)} → ${digest.slice(0, 12)}`;
  return `${printable(at)}  ${"policy changed".padEnd(24)}  ${printable(`${guardfile}  ${digests}`)}`;
}
