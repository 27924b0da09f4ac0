// Reads one binary's catalogue facts, as packed text, from beside the running program.

import { readFileSync } from "node:fs";
import { hasEntry } from "./absent.ts";
import { beside } from "./own-place.ts";

/** Takes a bare name; null where the build holds no such file. The text is the build's own ASCII: catalogue/unpack reads it. */
export function readFactsFile(name: string): string | null {
  if (!/^[A-Za-z0-9_+-][A-Za-z0-9._+-]*$/.test(name)) return null;
  const file = beside(`${WARD_FACTS}${name}.txt`);
  return hasEntry(file) ? readFileSync(file, "utf8") : null;
}
