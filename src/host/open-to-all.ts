// A program's path → whether any account of the machine can start it by that path.

import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

const EXECUTE_OTHERS = 0o001;

/**
 * @param file absolute
 * @returns whether the file, and every directory above it, lets others execute; false where it can't be looked at
 */
export function isOpenToAll(file: string): boolean {
  try {
    let at = realpathSync(file);
    while ((statSync(at).mode & EXECUTE_OTHERS) !== 0) {
      if (dirname(at) === at) return true;
      at = dirname(at);
    }
    return false;
  } catch {
    return false;
  }
}
