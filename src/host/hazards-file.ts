// Reads one file of the catalogue's hazards, as packed text, from beside the running program.

import { readFileSync } from "node:fs";

/** Takes a name of the build's own: `index`, `git`; null where the build holds no such file. */
export function readHazardsFile(name: string): string | null {
  if (!/^[A-Za-z0-9_+-][A-Za-z0-9._+-]*$/.test(name)) return null;
  try {
    return readFileSync(new URL(`${WARD_FACTS}hazards/${name}.json`, import.meta.url), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
