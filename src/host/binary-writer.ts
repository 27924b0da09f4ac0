// An executable's path → who besides its owner and root could put another file in its place, in words.

import { lstatSync, realpathSync } from "node:fs";
import type { Account } from "../model/account.ts";
import { fileFlaw, type Ownership, ownershipOf } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { errorWords } from "./system-error.ts";

/** A group without members takes nothing away from a directory of the system's own. */
function ownership(account: Account | null): Ownership {
  const own = ownershipOf(account);
  return { ...own, ownGroup: { gid: null, member: own.name } };
}

/**
 * @param path absolute, as resolveBinary found it
 * @param account the user; what he or root may write is no finding
 * @returns `<path> can be written by everybody (mode 0777)`; null where nobody else may write it or a directory above
 */
export function writerOf(path: string, account: Account | null): string | null {
  try {
    const own = ownership(account);
    const real = realpathSync(path);
    const flaw = pathFlaw(path, own) ?? fileFlaw(real, lstatSync(real), own);
    return flaw === null ? null : `${flaw.path} ${flaw.what}`;
  } catch (error) {
    return `${path} can't be looked at: ${errorWords(error)}`;
  }
}
