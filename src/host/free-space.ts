// A directory → how much of its file system is free, for whoever adds to a trail.

import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * @param directory which may not exist yet: then the nearest one above it counts
 * @returns bytes that this user could still write; null where the system does not say
 */
export function freeBytes(directory: string): number | null {
  const at = nearest(directory);
  try {
    const { bavail, bsize } = statfsSync(at);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function nearest(directory: string): string {
  let at = directory;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}
