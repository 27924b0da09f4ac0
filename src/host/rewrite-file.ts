// A text → the file of a person that held another one, with the owner, the mode and the byte order mark that it had.

import { accessSync, chmodSync, chownSync, constants, realpathSync, statSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { readReady } from "./ready-file.ts";
import { replaceFile } from "./replace-file.ts";
import { errorWords } from "./system-error.ts";

const MARK = "\ufeff";

function notWritten(path: string, why: string, hint: string, cause?: unknown): WardFault {
  const message = `${path} could not be written: ${why}`;
  return new WardFault({ code: "not-written", message, hint, path, cause, exit: EXIT.ownFailure });
}

/**
 * The file is either the old one or the new one, whenever the machine stops; a link is followed.
 * @param path of a file that exists
 * @param was the text that the new one was made from, without a byte order mark
 * @param text likewise
 * @throws WardFault `not-written`, exit 125, where the file holds anything else by now, or can't be written; then it is
 * as it was
 */
export function rewriteFile(path: string, was: string, text: string): void {
  let held: string;
  try {
    const real = realpathSync(path);
    accessSync(real, constants.W_OK);
    const { mode, uid, gid } = statSync(real);
    held = readReady(real).toString();
    const mark = held.startsWith(MARK) ? MARK : "";
    if (held === mark + was) {
      replaceFile(real, mark + text);
      if (process.geteuid?.() === 0) chownSync(real, uid, gid);
      chmodSync(real, mode & 0o777);
      return;
    }
  } catch (cause) {
    throw notWritten(
      path,
      errorWords(cause),
      "look at its permissions, and its directory's",
      cause,
    );
  }
  if (held === text || held === MARK + text) return;
  throw notWritten(path, "somebody changed it in the meantime", "run it again");
}
