// The newest calls of a trail, and the rows that were added since it was looked at last.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { DecidedRow, FinishedRow, Linked } from "../model/audit-row.ts";
import { WardFault } from "../model/fault.ts";
import type { RecordedCall } from "../model/trail.ts";
import { readCalls } from "./audit-calls.ts";
import { parseRows } from "./audit-parse.ts";
import type { TrailPlace } from "./audit-place.ts";
import { openFiles, type Progress, readFault } from "./audit-stream.ts";
import { fileKind } from "./file-kind.ts";
import { errorCode, errorWords } from "./system-error.ts";

export interface RecordedCalls {
  /** Oldest first, by when they were decided. */
  readonly calls: readonly RecordedCall[];
  /** Lines, or parts of lines, that hold no row. */
  readonly damaged: number;
  /** Where a follower reads on. */
  readonly next: Position;
}

/** A place in the trail, behind a whole line. */
export interface Position {
  /** Of the file: another one has another. */
  readonly inode: number;
  readonly offset: number;
}

const NOWHERE: Position = { inode: 0, offset: 0 };

/** How much of the file's end is looked at first. */
const WINDOW = 256 * 1024;

interface Pair {
  readonly decided: Linked<DecidedRow> | null;
  readonly finished: Linked<FinishedRow> | null;
}

function pair(rows: readonly Linked[]): RecordedCall[] {
  const calls = new Map<string, Pair>();
  for (const row of rows) {
    const call = calls.get(row.id) ?? { decided: null, finished: null };
    if (row.phase === "decided") calls.set(row.id, { ...call, decided: row });
    if (row.phase === "finished") calls.set(row.id, { ...call, finished: row });
  }
  return [...calls].map(([id, { decided, finished }]) => {
    const isRefused = decided?.decision === "deny";
    const state = isRefused ? "refused" : finished === null ? "unfinished" : "finished";
    return { id, state, decided, finished };
  });
}

function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  let done = 0;
  while (done < bytes.length) {
    const got = readSync(fd, bytes, done, bytes.length - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

function readEnd(fd: number, inode: number, size: number, count: number): RecordedCalls {
  for (let length = Math.min(size, WINDOW); ; length = Math.min(size, length * 4)) {
    const bytes = readRange(fd, size - length, size);
    const text = bytes.subarray(length === size ? 0 : bytes.indexOf("\n") + 1).toString("utf8");
    const { rows, damaged } = parseRows(text);
    const paired = pair(rows);
    // The end of a call that began before the window is no call of its own.
    const calls = length === size ? paired : paired.filter(({ decided }) => decided !== null);
    if (calls.length >= count || length === size) {
      const offset = size - bytes.length + bytes.lastIndexOf("\n") + 1;
      const newest = calls.slice(Math.max(0, calls.length - count));
      return { calls: newest, damaged, next: { inode, offset } };
    }
  }
}

/** Opens the file and looks at it; `none` stands for one that does not exist yet. */
function reading<T>(
  file: string,
  none: T,
  read: (fd: number, inode: number, size: number) => T,
): T {
  let fd: number | null = null;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw readFault(file, `is ${fileKind(stats)}, not a regular file`);
    return read(fd, stats.ino, stats.size);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return none;
    if (cause instanceof WardFault) throw cause;
    throw readFault(file, `can't be read: ${errorWords(cause)}`, cause);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/**
 * @param file that rows are added to
 * @param count how many calls at most, the newest; all where it is left out
 * @returns the calls in this one file; none where there is no such file yet
 * @throws WardFault `audit-unreadable`, exit 125
 */
export function readRows(file: string, count: number = Number.POSITIVE_INFINITY): RecordedCalls {
  const none = { calls: [], damaged: 0, next: NOWHERE };
  return reading(file, none, (fd, inode, size) => readEnd(fd, inode, size, count));
}

/** The newest calls of some files together, in the order of their decisions. */
async function newestOf(
  files: ReturnType<typeof openFiles>,
  count: number,
  tell: (progress: Progress) => void,
): Promise<Omit<RecordedCalls, "next">> {
  let calls: RecordedCall[] = [];
  let damaged = 0;
  const prune = () => {
    const key = ({ id, decided, finished }: RecordedCall) => decided?.at ?? finished?.at ?? id;
    const sorted = calls.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
    calls = sorted.slice(Math.max(0, sorted.length - count));
  };
  for await (const batch of readCalls(files, tell)) {
    for (const entry of batch.entries) {
      if (entry.state !== "policy-changed" && entry.decided !== null) calls.push(entry);
    }
    damaged += batch.damaged;
    if (calls.length > 4 * count + 1000) prune();
  }
  prune();
  return { calls, damaged };
}

/**
 * @param place of the trail
 * @param count how many calls, the newest; older files are read as far as they are needed
 * @param tell hears how far the reading is
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function readNewest(
  place: TrailPlace,
  count: number,
  tell: (progress: Progress) => void = () => {},
): Promise<RecordedCalls> {
  const current = readRows(place.file, count);
  if (current.calls.filter(({ decided }) => decided !== null).length >= count) return current;
  const files = openFiles(place);
  try {
    for (let from = files.length - 2; from >= 0; from -= 1) {
      const newest = await newestOf(files.slice(from), count, tell);
      if (newest.calls.length >= count || from === 0) return { ...newest, next: current.next };
    }
    return current;
  } finally {
    for (const { fd } of files) closeSync(fd);
  }
}
