// A place in a trail → the rows behind it, in batches, each with the place behind it; through all files, in order.

import { closeSync, readSync } from "node:fs";
import type { Linked } from "../model/audit-row.ts";
import { parseRows } from "./audit-parse.ts";
import type { TrailPlace } from "./audit-place.ts";
import { blocksOf, type OpenFile, openFiles } from "./audit-stream.ts";
import { sha256 } from "./sha256.ts";

/** Behind a whole line; the file is known by its first row, whatever it is called by now. */
export interface ShipPosition {
  readonly first: string;
  /** Bytes of the file's text, unpacked. */
  readonly offset: number;
  /** SHA-256 of the line that ends there: a text that was written anew has another one. */
  readonly last: string;
}

export interface ShipBatch {
  readonly rows: readonly Linked[];
  readonly next: ShipPosition;
  /** Whether the place to go on from is in no file any more, as it was, and the oldest one was begun with. */
  readonly isLost: boolean;
}

const NEWLINE = 10;
const MOST_ROWS = 500;
const CHUNK = 1024 * 1024;
/** As much of a line as tells it from others. */
const LINE_END = 4096;

/** The id of a file's first row; null where it has no whole row yet. */
async function firstIdOf(file: OpenFile): Promise<string | null> {
  for await (const { bytes } of blocksOf(file)) {
    return /"id":"([0-9a-f-]{36})"/.exec(bytes.toString("latin1", 0, 4096))?.[1] ?? null;
  }
  return null;
}

/** The hash of the end of the last line of a text; of what is no whole line too. */
function lastHash(text: Buffer): string {
  const start = text.lastIndexOf(NEWLINE, -2) + 1;
  return sha256(text.subarray(Math.max(start, text.length - LINE_END)));
}

/** Some of the file's text up to an offset; empty where it does not reach so far. */
async function textBefore(file: OpenFile, offset: number): Promise<Buffer> {
  if (!file.isCompressed) {
    const bytes = Buffer.alloc(offset > file.size ? 0 : Math.min(offset, LINE_END + 1));
    return bytes.subarray(0, readSync(file.fd, bytes, 0, bytes.length, offset - bytes.length));
  }
  let passed = 0;
  for await (const { bytes } of blocksOf(file)) {
    if (passed + bytes.length >= offset) return bytes.subarray(0, offset - passed);
    passed += bytes.length;
  }
  return Buffer.alloc(0);
}

/** Looked for from the newest one back, since that is where it mostly is; -1 where it is none of them. */
async function findFile(
  files: readonly OpenFile[],
  { first, offset, last }: ShipPosition,
): Promise<number> {
  for (let index = files.length - 1; index >= 0; index -= 1) {
    const file = files[index];
    if (file === undefined || (await firstIdOf(file)) !== first) continue;
    return lastHash(await textBefore(file, offset)) === last ? index : -1;
  }
  return -1;
}

/** The file's text from an offset on, in chunks. */
async function* textFrom(file: OpenFile, offset: number): AsyncGenerator<Buffer> {
  if (!file.isCompressed) {
    for (let at = offset; at < file.size; ) {
      const buffer = Buffer.alloc(Math.min(CHUNK, file.size - at));
      const got = readSync(file.fd, buffer, 0, buffer.length, at);
      if (got === 0) return;
      at += got;
      yield buffer.subarray(0, got);
    }
    return;
  }
  let passed = 0;
  for await (const { bytes } of blocksOf(file)) {
    const skip = Math.max(0, Math.min(bytes.length, offset - passed));
    passed += bytes.length;
    if (skip < bytes.length) yield bytes.subarray(skip);
  }
}

/** Whole lines, at most so many at once. */
async function* linesFrom(file: OpenFile, offset: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of textFrom(file, offset)) {
    const text = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let count = 0, at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) {
      count += 1;
      if (count < MOST_ROWS) continue;
      yield text.subarray(start, at + 1);
      start = at + 1;
      count = 0;
    }
    const end = text.lastIndexOf(NEWLINE) + 1;
    if (end > start) yield text.subarray(start, end);
    rest = Buffer.from(text.subarray(Math.max(start, end)));
  }
}

/**
 * @param place of the trail
 * @param from where the last batch ended; null for all that is kept
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function* rowsToShip(
  place: TrailPlace,
  from: ShipPosition | null,
): AsyncGenerator<ShipBatch> {
  const files = openFiles(place);
  try {
    const known = from === null ? -1 : await findFile(files, from);
    const isLost = from !== null && known < 0;
    for (const [index, file] of files.entries()) {
      const first = index < known ? null : await firstIdOf(file);
      if (first === null) continue;
      let offset = index === known && from !== null ? from.offset : 0;
      for await (const lines of linesFrom(file, offset)) {
        offset += lines.length;
        const next = { first, offset, last: lastHash(lines) };
        yield { rows: parseRows(lines.toString("utf8")).rows, next, isLost };
      }
    }
  } finally {
    for (const { fd } of files) closeSync(fd);
  }
}
