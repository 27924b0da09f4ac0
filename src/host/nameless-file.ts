// Bytes → an open file that has no name: nobody else finds it, and it is gone with its last descriptor.
// - In memory where the system has room for it there; else in the directory for temporary files, else in /tmp.

import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { pathWord } from "./path-word.ts";
import { errorWords } from "./system-error.ts";

/** `__O_TMPFILE | O_DIRECTORY` of asm-generic/fcntl.h, which node has no name for. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;
const MEMORY = "/dev/shm";

/**
 * @param bytes what it holds; whoever gets the descriptor reads them from the start
 * @returns the descriptor, to be closed by the caller
 * @throws WardFault `no-temporary-file`, exit 125, where there is no place for it
 */
export function namelessFile(bytes: Uint8Array): number {
  const places = [
    () => openSync(MEMORY, O_TMPFILE | constants.O_RDWR, 0o600),
    ...[tmpdir(), "/tmp"].map((directory) => () => openNamed(directory)),
  ];
  let cause: unknown;
  for (const open of places) {
    try {
      return filled(open(), bytes);
    } catch (error) {
      cause = error;
    }
  }
  const path = tmpdir();
  const message = `no temporary file can be made in ${MEMORY}, ${path} or /tmp: ${errorWords(cause)}`;
  const hint = `make room in one of them, or point TMPDIR elsewhere: df -h ${pathWord(path)}`;
  throw new WardFault({
    code: "no-temporary-file",
    path,
    exit: EXIT.ownFailure,
    message,
    hint,
    cause,
  });
}

function openNamed(directory: string): number {
  const path = join(directory, `ward-${randomBytes(16).toString("hex")}`);
  const fd = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return fd;
}

function filled(fd: number, bytes: Uint8Array): number {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(fd, bytes, done, bytes.length - done, done);
    }
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
