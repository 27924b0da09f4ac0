// A real path → an open handle of exactly what lies there: whoever puts a link in its way gets nothing mounted.

import { closeSync, constants, openSync, readlinkSync } from "node:fs";
import { confineFault } from "./confine-views.ts";
import { errorWords } from "./system-error.ts";

/** Opens anything, reads nothing; not among node's own constants. The same on x64 and arm64. */
const O_PATH = 0o10000000;

/**
 * @param path absolute and real
 * @returns the descriptor
 * @throws WardFault 125 `confine-path` where something else lies there by now
 */
export function openHandle(path: string): number {
  const hint = "call again; if it stays so, look at what changes it";
  let fd: number;
  try {
    fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch (cause) {
    throw confineFault(path, `can't be opened: ${errorWords(cause)}`, hint);
  }
  if (readlinkSync(`/proc/self/fd/${fd}`) === path) return fd;
  closeSync(fd);
  throw confineFault(path, "changed while it was looked at", hint);
}
