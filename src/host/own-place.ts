// Where the running program lies → the files that were built beside it.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** In a program, which is no ES module, the build puts the file's path here. */
const own = import.meta.url;

/** @param name of a file, relative to the program's */
export function beside(name: string): string {
  return join(dirname(own.startsWith("file:") ? fileURLToPath(own) : own), name);
}
