// A path of ward's own → the bytes of the regular file that lies there, without ever waiting for the other end of anything else.

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { fileKind } from "./file-kind.ts";

/** Something else than a file has the name: a FIFO, a device. */
export class NotRegular extends Error {}

/**
 * For files that ward itself wrote and that nobody's ownership has to be judged of; a link is followed.
 * @param path absolute
 * @throws what open and read throw, ENOENT where there is none; NotRegular, which says what it is, where it is
 * neither a file nor a directory
 */
export function readReady(path: string): Buffer {
  const { O_NOCTTY, O_NONBLOCK, O_RDONLY } = constants;
  const fd = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  try {
    const stats = fstatSync(fd);
    // Reading a directory says what it is.
    if (!stats.isFile() && !stats.isDirectory())
      throw new NotRegular(`it is ${fileKind(stats)}, not a regular file`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
