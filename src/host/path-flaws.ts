// A directory or file of ward's own → whether it is there, and what keeps it from being believed.

import { lstatSync, statSync } from "node:fs";
import { directoryFlaw, type Flaw, fileFlaw, type Ownership, ownerFlaw } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { pathWord } from "./path-word.ts";
import { errorWords } from "./system-error.ts";

export type PathState =
  | { readonly kind: "absent" }
  | { readonly kind: "sound" }
  | { readonly kind: "flawed"; readonly flaw: Flaw };

/**
 * @param path absolute
 * @param ownership who may own it and write it
 * @param isPrivate whether nobody else may read it either
 */
export function statePath(path: string, ownership: Ownership, isPrivate = false): PathState {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: "absent" };
    const own = stats.isDirectory()
      ? (ownerFlaw(path, stats, ownership) ?? directoryFlaw(path, stats, ownership))
      : fileFlaw(path, lstatSync(path), ownership);
    const flaw =
      own ?? pathFlaw(path, ownership) ?? (isPrivate ? openFlaw(path, stats.mode) : null);
    return flaw === null ? { kind: "sound" } : { kind: "flawed", flaw };
  } catch (error) {
    const what = `can't be looked at: ${errorWords(error)}`;
    return { kind: "flawed", flaw: { path, what, hint: `look at: ls -ld ${pathWord(path)}` } };
  }
}

function openFlaw(path: string, mode: number): Flaw | null {
  if ((mode & 0o077) === 0) return null;
  const shown = (mode & 0o777).toString(8).padStart(4, "0");
  return {
    path,
    what: `is open to others (mode ${shown})`,
    hint: `run: chmod go= ${pathWord(path)}`,
  };
}
