// A text → the file that a person named for it, which is written over; a new one is private.

import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { pathWord } from "./path-word.ts";
import { errorWords } from "./system-error.ts";

/**
 * @param path as it was typed
 * @throws WardFault `report-unwritable`, exit 125
 */
export function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    const message = `${path} can't be written: ${errorWords(cause)}`;
    const hint = `look at: ls -ld ${pathWord(dirname(path))}`;
    const exit = EXIT.ownFailure;
    throw new WardFault({ code: "report-unwritable", path, exit, message, hint, cause });
  }
}
