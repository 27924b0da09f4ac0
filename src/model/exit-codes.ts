// What the exit codes of ward and wardctl mean; a child's own code is passed on as it is.

import type { Reason } from "./decision.ts";

export const EXIT = {
  ok: 0,
  /** A wardctl verb found something: a failed case, an undecided call. */
  found: 1,
  /** Wrong use of ward or wardctl itself. */
  usage: 64,
  refused: 77,
  badGuardfile: 78,
  timeout: 124,
  /** ward could not do its own part; nothing ran unless the outcome says `launched`. */
  ownFailure: 125,
  notExecutable: 126,
  notFound: 127,
} as const;

/**
 * @param reason why a call was refused
 * @returns the exit code of that refusal
 */
export function exitOfRefusal(reason: Reason): number {
  if (reason === "bad-guardfile") return EXIT.badGuardfile;
  if (reason === "env") return EXIT.ownFailure;
  return EXIT.refused;
}
