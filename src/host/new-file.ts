// A path and a text → a new private file in a private directory; what is there already is never touched.

import { closeSync, constants, fsyncSync, openSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { makeDirectory } from "./make-directory.ts";
import type { Ownership } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { pathWord } from "./path-word.ts";
import { errorCode, errorWords } from "./system-error.ts";

function fault(path: string, cause: unknown): WardFault {
  if (errorCode(cause) === "EEXIST") {
    const message = `${path} is there already, and ward doesn't write over it`;
    const hint = `edit it, or move it away: ${pathWord(path)}`;
    return new WardFault({ code: "file-exists", path, exit: EXIT.found, message, hint, cause });
  }
  const message = `${path} can't be written: ${errorWords(cause)}`;
  const hint = `look at: ls -ld ${pathWord(dirname(path))}`;
  const exit = EXIT.ownFailure;
  return new WardFault({ code: "file-unwritable", path, exit, message, hint, cause });
}

function writeAll(path: string, text: string): void {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = openSync(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    const bytes = Buffer.from(text);
    let done = 0;
    while (done < bytes.length) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } catch (error) {
    // Half a policy must not stay.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/**
 * @param path absolute; missing directories are made, 0700
 * @param text the whole content
 * @param ownership who may own the directories on the way: ward would not read the file back otherwise
 * @throws WardFault `file-exists` (exit 1), `file-unwritable` or `directory-not-private` (125)
 */
export function createPrivateFile(path: string, text: string, ownership: Ownership): void {
  const directory = dirname(path);
  try {
    makeDirectory(directory);
    const flaw = pathFlaw(directory, ownership);
    if (flaw !== null) {
      const message = `${flaw.path} ${flaw.what}, so nothing is written below it`;
      const details = { path: flaw.path, exit: EXIT.ownFailure, message, hint: flaw.hint };
      throw new WardFault({ code: "directory-not-private", ...details });
    }
    writeAll(path, text);
  } catch (cause) {
    throw cause instanceof WardFault ? cause : fault(path, cause);
  }
}
