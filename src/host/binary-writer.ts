// An executable's path → who besides its owner and root could put another file in its place, in words.

import { lstatSync, realpathSync } from "node:fs";
import type { Account } from "../model/account.ts";
import { type Flaw, fileFlaw, type Ownership, ownershipOf } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { pathWord } from "./path-word.ts";
import { errorWords } from "./system-error.ts";

/** A group without members takes nothing away from a directory of the system's own. */
function ownership(account: Account | null): Ownership {
  const own = ownershipOf(account);
  return { ...own, ownGroup: { gid: null, member: own.name } };
}

/**
 * @param path absolute, as resolveBinary found it
 * @param account the user; what he or root may write is no finding
 * @returns the first thing on the way that somebody else may write, with what mends it; null where there is none
 */
export function writerFlaw(path: string, account: Account | null): Flaw | null {
  try {
    const own = ownership(account);
    const real = realpathSync(path);
    return pathFlaw(path, own) ?? fileFlaw(real, lstatSync(real), own);
  } catch (error) {
    const what = `can't be looked at: ${errorWords(error)}`;
    return { path, what, hint: `look at: ls -ld ${pathWord(path)}` };
  }
}

/** @returns as `writerFlaw`, in words: `<path> can be written by everybody (mode 0777)` */
export function writerOf(path: string, account: Account | null): string | null {
  const flaw = writerFlaw(path, account);
  return flaw === null ? null : `${flaw.path} ${flaw.what}`;
}
