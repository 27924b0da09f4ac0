// A Guardfile and its digest → whether the last call that it decided saw another one.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TrailPlace } from "./audit-place.ts";
import { replaceSoon } from "./replace-file.ts";
import { errorCode } from "./system-error.ts";

type Digests = Readonly<Record<string, string>>;

function digestsPath({ own }: TrailPlace): string {
  return join(own, "policies.json");
}

function readDigests(place: TrailPlace): Digests {
  try {
    const found: unknown = JSON.parse(readFileSync(digestsPath(place), "utf8"));
    const isMap = typeof found === "object" && found !== null && !Array.isArray(found);
    return isMap ? (found as Digests) : {};
  } catch (error) {
    // A spoilt one costs a row that says nothing new at most.
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return {};
    throw error;
  }
}

/**
 * Only for the holder of the lock.
 * @param guardfile its real path
 * @returns the digest that was seen last; null where none was
 */
export function lastDigest(place: TrailPlace, guardfile: string): string | null {
  const digests = readDigests(place);
  const digest = Object.hasOwn(digests, guardfile) ? digests[guardfile] : undefined;
  return typeof digest === "string" ? digest : null;
}

/** Every call reads them: of more files than this, those that were seen first are forgotten. */
const MOST_FILES = 1000;

/** Only for the holder of the lock. */
export function keepDigest(place: TrailPlace, guardfile: string, digest: string): void {
  const others = Object.entries(readDigests(place)).filter(([file]) => file !== guardfile);
  const digests = Object.fromEntries([...others.slice(1 - MOST_FILES), [guardfile, digest]]);
  replaceSoon(digestsPath(place), `${JSON.stringify(digests)}\n`);
}
