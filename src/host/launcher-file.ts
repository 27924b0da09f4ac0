// The environment's PATH → the files called `ward` on it, and how the first of them starts node.

import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";

export interface FoundProgram {
  readonly file: string;
  /** Links followed. */
  readonly realpath: string;
}

/** As much of a launcher as tells how it starts. */
const HEAD_BYTES = 4096;

/**
 * @param name of a program
 * @param path the value of PATH
 * @returns the executables of that name, in the order in which a shell would find them; relative entries too
 */
export function programsOnPath(name: string, path: string): readonly FoundProgram[] {
  const entries = path.split(":").map((entry) => (entry === "" ? "." : entry));
  const files = [...new Set(entries.map((entry) => join(entry, name)))];
  return files.flatMap((file) => {
    try {
      accessSync(file, constants.X_OK);
      if (!statSync(file).isFile()) return [];
      const shown = isAbsolute(file) ? file : `./${file}`;
      return [{ file: shown, realpath: realpathSync(file) }];
    } catch {
      return [];
    }
  });
}

/** The first bytes of a file as text; null where it can't be read. */
export function headOf(file: string): string | null {
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.subarray(0, readSync(fd, bytes, 0, HEAD_BYTES, 0)).toString("latin1");
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** Where the running program's sibling of that name lies: `ward.js` beside `wardctl.js`. */
export function siblingOf(program: string, name: string): string | null {
  try {
    return realpathSync(join(realpathSync(program), "..", name));
  } catch {
    return null;
  }
}
