// A path → a private directory there, and private directories on the way; those that exist stay as they are.
// Node's own recursive mkdir says "no such file" of a read-only file system, and a person would look for the wrong thing.

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./system-error.ts";

function makeOne(path: string, tolerated: readonly string[]): string | null {
  try {
    mkdirSync(path, 0o700);
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code !== null && tolerated.includes(code)) return code;
    throw error;
  }
}

/** Quicker to ask than to fail, and as a rule it is there. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/**
 * @param path absolute
 * @throws the system's error for the first directory that could not be made
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  const above = dirname(path);
  const problem = makeOne(path, above === path ? ["EEXIST"] : ["EEXIST", "ENOENT"]);
  if (problem !== "ENOENT") return;
  makeDirectory(above);
  makeOne(path, ["EEXIST"]);
}
