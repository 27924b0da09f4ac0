// Lines → the end of a private file, on the disk when it returns; a line that a kill tore stays a line of its own.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { fileKind } from "./file-kind.ts";
import { NotRegular } from "./ready-file.ts";

/**
 * @param path absolute; the file is made with mode 0600, and is never waited for
 * @param lines without their ends
 * @throws NotRegular where something else has the name, and what open, write and fdatasync throw
 */
export function appendLines(path: string, lines: readonly string[]): void {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
  const fd = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_RDWR, 0o600);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new NotRegular(`it is ${fileKind(stats)}, not a regular file`);
    const { size } = stats;
    const last = Buffer.alloc(1);
    const isOpen = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
    const bytes = Buffer.from(`${isOpen ? "\n" : ""}${lines.map((line) => `${line}\n`).join("")}`);
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
