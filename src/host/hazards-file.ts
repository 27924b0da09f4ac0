// Reads one file of the catalogue's hazards, as packed text, from beside the running program.

import { readFileSync } from "node:fs";
import { beside } from "./own-place.ts";

/** Takes a name of the build's own: `index`, `git`; null where the build holds no such file. */
export function readHazardsFile(name: string): string | null {
  if (!/^[A-Za-z0-9_+-][A-Za-z0-9._+-]*$/.test(name)) return null;
  try {
    return readFileSync(beside(`${WARD_FACTS}hazards/${name}.json`), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
