// A text → the file of a person that held another one, with the mode that it had.

import { chmodSync, realpathSync, statSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { replaceFile } from "./replace-file.ts";
import { errorWords } from "./system-error.ts";

/**
 * The file is either the old one or the new one, whenever the machine stops; a link is followed.
 * @param path of a file that exists
 * @throws WardFault `not-written`, exit 125; then the old file is untouched
 */
export function rewriteFile(path: string, text: string): void {
  try {
    const real = realpathSync(path);
    const { mode } = statSync(real);
    replaceFile(real, text);
    chmodSync(real, mode & 0o777);
  } catch (cause) {
    const message = `${path} could not be written: ${errorWords(cause)}`;
    const hint = "look at the directory's permissions";
    throw new WardFault({ code: "not-written", message, hint, path, cause, exit: EXIT.ownFailure });
  }
}
