// A linked row and an open file → one whole line at the file's end, written by pino through a synchronous destination of our own.
// pino's own file destination follows links and keeps a row that could not be written, to write it later; this one throws.

import { writeSync } from "node:fs";
import { pino } from "pino";
import { type Linked, ROW_VERSION } from "../model/audit-row.ts";

/** One write(2) in all but the rarest case, so that O_APPEND keeps lines apart whoever else writes. */
function writeWhole(fd: number, line: string): number {
  const bytes = Buffer.from(line);
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done);
  return done;
}

/** A level of pino's becomes the row's version, which thereby is the first thing in each line. */
const OPTIONS = {
  base: null,
  timestamp: false,
  formatters: { level: () => ({ v: ROW_VERSION }) },
} as const;

let line = "";

/** Made with the first row: a call that writes none does without. */
let formatter: ReturnType<typeof pino> | null = null;

function format(row: Linked): string {
  const { v: _, ...fields } = row;
  const write = (text: string) => {
    line = text;
  };
  formatter ??= pino(OPTIONS, { write });
  formatter.info(fields);
  return line;
}

/**
 * @param fd opened for appending
 * @param row that fits a line (audit-fit.ts)
 * @param isOpen whether the line before it has no newline yet
 * @param requireLock throws where another process may write by now; asked right before the write
 * @returns the bytes written
 * @throws what write(2) fails with; a part of the line may then be in the file
 */
export function appendLine(
  fd: number,
  row: Linked,
  isOpen: boolean,
  requireLock: () => void,
): number {
  const text = format(row);
  requireLock();
  return writeWhole(fd, isOpen ? `\n${text}` : text);
}
