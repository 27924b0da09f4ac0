// A path → where it really leads, and whether that lies in a directory.

import { readlinkSync, realpathSync } from "node:fs";

/** @returns null where nothing is there, or it can't be looked up */
export function realpathOrNull(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** @returns the path as it is where it can't be looked up */
export function realpathOr(path: string): string {
  return realpathOrNull(path) ?? path;
}

/**
 * Linux says where an open handle lies, whatever happened to its name since.
 * @param path that was opened, looked up elsewhere
 * @throws what realpath throws
 */
export function realpathOfHandle(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync.native(path);
  }
}

/** Whether the path is the directory or lies below it; both absolute and real. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
