// Descriptors 0 and 2 → what ward was given as input, and whether a person could be asked.

import { fstatSync } from "node:fs";
import { isatty } from "node:tty";

export interface Standard {
  /** Whether standard input and standard error are both terminals. */
  readonly tty: boolean;
  readonly stdin: "tty" | "pipe" | "file" | "none";
}

function inputKind(): Standard["stdin"] {
  if (isatty(0)) return "tty";
  try {
    const stats = fstatSync(0);
    if (stats.isFIFO() || stats.isSocket()) return "pipe";
    return stats.isFile() || stats.isBlockDevice() ? "file" : "none";
  } catch {
    return "none";
  }
}

/** A closed descriptor and /dev/null are both `none`. */
export function standardInput(): Standard {
  const stdin = inputKind();
  return { tty: stdin === "tty" && isatty(2), stdin };
}
