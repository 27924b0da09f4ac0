// Reads one binary's catalogue facts, as packed text, from beside the running program.

import { readFileSync } from "node:fs";
import { beside } from "./own-place.ts";

/** Takes a bare name; null where the build holds no such file. The text is the build's own ASCII: catalogue/unpack reads it. */
export function readFactsFile(name: string): string | null {
  if (!/^[A-Za-z0-9_+-][A-Za-z0-9._+-]*$/.test(name)) return null;
  try {
    return readFileSync(beside(`${WARD_FACTS}${name}.txt`), "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
