// Bytes → an open file that has no name: nobody else finds it, and it is gone with its last descriptor.
// - In memory where the system has a place for that; else in the directory for temporary files.

import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `__O_TMPFILE | O_DIRECTORY` of asm-generic/fcntl.h, which node has no name for. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;
const MEMORY = "/dev/shm";

/**
 * @param bytes what it holds; whoever gets the descriptor reads them from the start
 * @returns the descriptor, to be closed by the caller
 * @throws what open(2) or write(2) fails with, where there is no place for it
 */
export function namelessFile(bytes: Uint8Array): number {
  const fd = openInMemory() ?? openTemporary();
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

function openInMemory(): number | null {
  try {
    return openSync(MEMORY, O_TMPFILE | constants.O_RDWR, 0o600);
  } catch {
    return null;
  }
}

function openTemporary(): number {
  const path = join(tmpdir(), `ward-${randomBytes(16).toString("hex")}`);
  const fd = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return fd;
}
