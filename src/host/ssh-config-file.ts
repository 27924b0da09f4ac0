// Reads the account's own ssh configuration, for whoever tells what it runs.

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** No configuration that a person wrote is longer, in bytes. */
const MOST_BYTES = 1024 * 1024;

/**
 * @param home the account's home directory
 * @returns the text; null where there is no such file, or none that can be read
 */
export function readSshConfig(home: string): string | null {
  try {
    const file = openSync(join(home, ".ssh/config"), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(file, "utf8") : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
