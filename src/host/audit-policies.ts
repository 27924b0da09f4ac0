// A Guardfile and its digest → whether the last call that it decided saw another one.

import { join } from "node:path";
import type { TrailPlace } from "./audit-place.ts";
import { NotRegular, readReady } from "./ready-file.ts";
import { replaceSoon } from "./replace-file.ts";
import { errorCode, errorWords } from "./system-error.ts";

type Digests = Readonly<Record<string, string>>;

function digestsPath({ own }: TrailPlace): string {
  return join(own, "policies.json");
}

function readDigests(place: TrailPlace): Digests {
  const path = digestsPath(place);
  try {
    const found: unknown = JSON.parse(readReady(path).toString());
    const isMap = typeof found === "object" && found !== null && !Array.isArray(found);
    return isMap ? (found as Digests) : {};
  } catch (error) {
    // A spoilt one costs a row that says nothing new at most, and is replaced, as a FIFO in its place is.
    const isSpoilt = error instanceof SyntaxError || error instanceof NotRegular;
    if (errorCode(error) === "ENOENT" || isSpoilt) return {};
    throw new Error(`${path}: ${errorWords(error)}`, { cause: error });
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
