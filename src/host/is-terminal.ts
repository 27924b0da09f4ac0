// A descriptor → whether it is a terminal; node's module for that is loaded only where the descriptor could be one.

import { fstatSync } from "node:fs";
import { nodeTty } from "./own-place.ts";

/** False for a closed descriptor too. */
export function isTerminal(fd: number): boolean {
  try {
    if (!fstatSync(fd).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return nodeTty().isatty(fd);
}
