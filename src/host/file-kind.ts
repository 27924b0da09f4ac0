// A stat → what lies there, in a word for a message.

import type { Stats } from "node:fs";

/**
 * @param stats of the thing
 * @returns "a directory", "a FIFO", …
 */
export function fileKind(stats: Stats): string {
  if (stats.isFile()) return "a regular file";
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  if (stats.isSymbolicLink()) return "a symbolic link";
  return "a device";
}
