// A row and an open file → one whole line at the file's end, written by pino through a synchronous destination of our own.
// pino's own file destination follows links and keeps a row that could not be written, to write it later; this one throws.

import { fdatasyncSync, fstatSync, readSync, writeSync } from "node:fs";
import { pino } from "pino";
import { type AuditRow, ROW_VERSION } from "../model/audit-row.ts";

const NEWLINE = 10;

/** How long a line that another process is just writing may look like a torn one. */
const SETTLE_MS = 5;

/** The file's length where its last byte is no newline, else null. */
function openEnd(fd: number): number | null {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  const isRead = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1;
  return isRead && last[0] !== NEWLINE ? size : null;
}

/** Whether a writer that died, or ran into a full disk, left the last line without its end. */
function isTorn(fd: number): boolean {
  try {
    const size = openEnd(fd);
    if (size === null) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS);
    return openEnd(fd) === size;
  } catch {
    // The handle may only append: the reader finds the row behind the torn one by itself.
    return false;
  }
}

/** One write(2) in all but the rarest case, so that O_APPEND keeps the lines of many processes apart. */
function writeWhole(fd: number, line: string): void {
  const bytes = Buffer.from(isTorn(fd) ? `\n${line}` : line);
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done);
}

/** A level of pino's becomes the row's version, which thereby is the first thing in each line. */
const OPTIONS = {
  base: null,
  timestamp: false,
  formatters: { level: () => ({ v: ROW_VERSION }) },
} as const;

/**
 * @param fd opened for appending
 * @param row that fits a line (audit-fit.ts)
 * @param isSynced whether the row has to be on the disk before this returns
 * @throws what write(2) and fdatasync(2) fail with; a part of the line may then be in the file
 */
export function appendRow(fd: number, row: AuditRow, isSynced: boolean): void {
  const { v: _, ...fields } = row;
  const write = (line: string) => writeWhole(fd, line);
  pino(OPTIONS, { write }).info(fields);
  if (isSynced) fdatasyncSync(fd);
}
