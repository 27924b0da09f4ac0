// Where the running program lies → the files that were built beside it.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isWithin } from "./real-path.ts";

/** In a program, which is no ES module, the build puts the file's path here. */
const own = import.meta.url;

/**
 * @param error anything caught
 * @returns the file of this installation that it names; null where it is about something else
 */
export function ownFileOf(error: unknown): string | null {
  const path = error instanceof Error && "path" in error ? error.path : null;
  return typeof path === "string" && isWithin(path, beside("")) ? path : null;
}

/** @param name of a file, relative to the program's */
export function beside(name: string): string {
  return join(dirname(own.startsWith("file:") ? fileURLToPath(own) : own), name);
}
