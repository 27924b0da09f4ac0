// A path as a person types it → the one key under which an answer about that file is kept.

import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * @param path absolute, or relative to the working directory; the file need not exist any more
 * @returns its real path; where it is gone, its name in the real path of the nearest directory that is there
 */
export function trustKey(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch {
    const above = dirname(full);
    return above === full ? full : join(trustKey(above), basename(full));
  }
}

/**
 * @param path absolute, or relative to the working directory
 * @returns where a file that is itself a link lies, links on the way to it followed; null where it is none
 */
export function linkPlace(path: string): string | null {
  const full = resolve(path);
  if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  return join(trustKey(dirname(full)), basename(full));
}
