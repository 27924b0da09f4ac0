// The files of a trail → their bytes, oldest first, in blocks of whole lines: never more than a few of them in memory.

import { closeSync, constants, fstatSync, openSync, read, type Stats } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { type TrailFile, trailFiles } from "./audit-files.ts";
import type { TrailPlace } from "./audit-place.ts";
import { fileKind } from "./file-kind.ts";
import { pathWord } from "./path-word.ts";
import { errorCode, errorWords } from "./system-error.ts";

export interface Block {
  readonly file: string;
  /** Whole lines; only the last block of a file may end without a newline. */
  readonly bytes: Buffer;
  /** Bytes of the file on the disk that were read so far. */
  readonly read: number;
}

/** How far a reader has come. */
export interface Progress {
  /** Bytes on the disk, compressed ones as they are. */
  readonly done: number;
  readonly total: number;
}

export interface OpenFile extends TrailFile {
  readonly fd: number;
  readonly size: number;
  /** Of the last change. */
  readonly changedMs: number;
}

const readAt = promisify(read);
const CHUNK = 256 * 1024;
const NEWLINE = 10;

/**
 * @param file of a trail
 * @param what completes "the audit trail <file> …"
 */
export function readFault(file: string, what: string, cause?: unknown): WardFault {
  const message = `the audit trail ${file} ${what}`;
  const hint = `look at: ls -ld ${pathWord(file)}`;
  const exit = EXIT.ownFailure;
  return new WardFault({ code: "audit-unreadable", path: file, exit, message, hint, cause });
}

function openOne(path: string): { fd: number; stats: Stats } {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, stats };
  closeSync(fd);
  throw readFault(path, `is ${fileKind(stats)}, not a regular file`);
}

/** A file that was compressed since it was listed is there under its new name. */
function openNamed(file: TrailFile): OpenFile | null {
  try {
    const { fd, stats } = openOne(file.path);
    return { ...file, fd, size: stats.size, changedMs: stats.mtimeMs };
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    if (errorCode(cause) !== "ENOENT") {
      throw readFault(file.path, `can't be read: ${errorWords(cause)}`, cause);
    }
    if (file.isCompressed || file.isCurrent) return null;
    return openNamed({ ...file, path: `${file.path}.gz`, isCompressed: true });
  }
}

/**
 * Opens all files at once, so that none goes missing when another process begins a new one meanwhile.
 * @returns the files, the current one last; the caller closes each `fd`
 * @throws WardFault `audit-unreadable`, exit 125
 */
export function openFiles(place: TrailPlace): readonly OpenFile[] {
  const current = openNamed({ path: place.file, isCompressed: false, isCurrent: true });
  const inode = current === null ? null : fstatSync(current.fd).ino;
  const opened: OpenFile[] = [];
  for (const file of trailFiles(place)) {
    const one = file.isCurrent ? null : openNamed(file);
    if (one === null) continue;
    if (fstatSync(one.fd).ino === inode) closeSync(one.fd);
    else opened.push(one);
  }
  return current === null ? opened : [...opened, current];
}

/** How far one file was read. */
interface Reading {
  done: number;
}

/** As much as the file had when it was opened: it may grow meanwhile. The descriptor stays the caller's. */
async function* rawChunks({ fd, size }: OpenFile, reading: Reading): AsyncGenerator<Buffer> {
  while (reading.done < size) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size - reading.done));
    const { bytesRead } = await readAt(fd, buffer, 0, buffer.length, reading.done);
    if (bytesRead === 0) return;
    reading.done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function chunksOf(file: OpenFile, reading: Reading): AsyncIterable<Buffer> {
  const raw = rawChunks(file, reading);
  if (!file.isCompressed) return raw;
  const unpack = createGunzip({ chunkSize: CHUNK });
  pipeline(Readable.from(raw), unpack, () => {});
  return unpack;
}

/**
 * @param file open; it is read from its start to where it ended when it was opened
 * @throws WardFault `audit-unreadable`, exit 125; a compressed file may also turn out to be damaged
 */
export async function* blocksOf(file: OpenFile): AsyncGenerator<Block> {
  const reading: Reading = { done: 0 };
  let rest: Buffer[] = [];
  try {
    for await (const chunk of chunksOf(file, reading)) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end === 0) {
        rest.push(chunk);
        continue;
      }
      const bytes = Buffer.concat([...rest, chunk.subarray(0, end)]);
      yield { file: file.path, bytes, read: reading.done };
      rest = end < chunk.length ? [chunk.subarray(end)] : [];
    }
  } catch (cause) {
    throw readFault(file.path, `can't be read: ${errorWords(cause)}`, cause);
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield { file: file.path, bytes: last, read: file.size };
}
