// A path → whether nothing is there at all, as against a link into nowhere, behind which a policy was meant to be.

import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Whether there is anything under this name, be it a link into nowhere; true where it can't be looked at. */
export function hasEntry(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // It can't be looked at, so it can't be said to be absent.
    return true;
  }
}

/** Whether something is seen under this name, be it a link into nowhere; false where it can't be looked at. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * @param path absolute
 * @returns true where the path ends in a directory that exists and has no such entry
 */
export function isAbsent(path: string): boolean {
  let nearest = path;
  while (!hasEntry(nearest)) nearest = dirname(nearest);
  if (nearest === path) return false;
  try {
    return statSync(nearest).isDirectory();
  } catch {
    return false;
  }
}
