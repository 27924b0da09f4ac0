// A target → the file that keeps how far rows were shipped there, and the one of those that it rejects for good.

import { join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { appendLines } from "./append-lines.ts";
import type { TrailPlace } from "./audit-place.ts";
import { makeDirectory } from "./make-directory.ts";
import { pathWord } from "./path-word.ts";
import { readReady } from "./ready-file.ts";
import { replaceFile } from "./replace-file.ts";
import { sha256 } from "./sha256.ts";
import type { ShipPosition } from "./ship-rows.ts";
import { errorCode, errorWords } from "./system-error.ts";

function offsetPath({ own }: TrailPlace, url: string): string {
  return join(own, "ship", `${sha256(url).slice(0, 16)}.json`);
}

function fault(path: string, what: string, cause?: unknown): WardFault {
  const message = `${path} ${what}`;
  const hint = `look at it, or remove it to ship everything again: ${pathWord(path)}`;
  return new WardFault({ code: "ship-offset", path, exit: EXIT.ownFailure, message, hint, cause });
}

/**
 * @returns null where nothing was shipped there yet
 * @throws WardFault `ship-offset`, exit 125
 */
export function readOffset(place: TrailPlace, url: string): ShipPosition | null {
  const path = offsetPath(place, url);
  try {
    const { first, offset, last } = JSON.parse(readReady(path).toString()) ?? {};
    const isText = [first, last].every((field) => typeof field === "string");
    if (isText && Number.isSafeInteger(offset) && offset > 0) return { first, offset, last };
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    if (!(cause instanceof SyntaxError))
      throw fault(path, `can't be read: ${errorWords(cause)}`, cause);
  }
  throw fault(path, "does not say how far rows were shipped");
}

/**
 * Returns once it is on the disk.
 * @throws WardFault `ship-offset`, exit 125
 */
export function writeOffset(place: TrailPlace, url: string, position: ShipPosition): void {
  const path = offsetPath(place, url);
  try {
    makeDirectory(join(place.own, "ship"));
    replaceFile(path, `${JSON.stringify({ url, ...position })}\n`);
  } catch (cause) {
    throw fault(path, `can't be written: ${errorWords(cause)}`, cause);
  }
}

/**
 * Returns once they are on the disk.
 * @param lines rows that the target takes on no account
 * @returns the file that keeps them, behind those of earlier times
 * @throws WardFault `ship-offset`, exit 125
 */
export function keepRejected(place: TrailPlace, url: string, lines: readonly string[]): string {
  const path = offsetPath(place, url).replace(/\.json$/, ".rejected.jsonl");
  try {
    makeDirectory(join(place.own, "ship"));
    appendLines(path, lines);
    return path;
  } catch (cause) {
    const message = `${path} can't be written: ${errorWords(cause)}`;
    const hint = "what was taken is remembered: the next `wardctl audit ship` goes on there";
    const exit = EXIT.ownFailure;
    throw new WardFault({ code: "ship-offset", path, exit, message, hint, cause });
  }
}
