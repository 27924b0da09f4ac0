// The trail's file → its calls, each with both its rows, or the rows that were added since it was looked at last.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { AuditRow, DecidedRow, FinishedRow } from "../model/audit-row.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { type ParsedRows, parseRows } from "./audit-parse.ts";
import { fileKind } from "./file-kind.ts";
import { pathWord } from "./path-word.ts";
import { errorCode, errorWords } from "./system-error.ts";

/** `unfinished`: it was granted and nobody wrote how it ended; it may still run, or ward was killed. */
export interface RecordedCall {
  readonly id: string;
  readonly state: "refused" | "finished" | "unfinished";
  /** Null where only the call's end is in the file. */
  readonly decided: DecidedRow | null;
  readonly finished: FinishedRow | null;
}

export interface RecordedCalls {
  /** Oldest first, by when they were decided. */
  readonly calls: readonly RecordedCall[];
  /** Lines, or parts of lines, that hold no row. */
  readonly damaged: number;
  /** Where `readNewRows` reads on: behind the last whole line, in bytes. */
  readonly next: number;
}

/** How much of the file's end is looked at first. */
const WINDOW = 256 * 1024;

function pair(rows: readonly AuditRow[]): RecordedCall[] {
  const calls = new Map<string, { decided: DecidedRow | null; finished: FinishedRow | null }>();
  for (const row of rows) {
    if (row.phase === "policy-changed") continue;
    const call = calls.get(row.id) ?? { decided: null, finished: null };
    calls.set(row.id, { ...call, [row.phase]: row });
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

function readCalls(fd: number, size: number, count: number): RecordedCalls {
  let length = Math.min(size, count === Number.POSITIVE_INFINITY ? size : WINDOW);
  for (;;) {
    const bytes = readRange(fd, size - length, size);
    const text = bytes.subarray(length === size ? 0 : bytes.indexOf("\n") + 1).toString("utf8");
    const { rows, damaged } = parseRows(text);
    const paired = pair(rows);
    // The end of a call that began before the window is no call of its own.
    const calls = length === size ? paired : paired.filter(({ decided }) => decided !== null);
    if (calls.length >= count || length === size) {
      const next = size - bytes.length + bytes.lastIndexOf("\n") + 1;
      return { calls: calls.slice(Math.max(0, calls.length - count)), damaged, next };
    }
    length = Math.min(size, length * 4);
  }
}

function fault(file: string, what: string, cause?: unknown): WardFault {
  const message = `the audit trail ${file} ${what}`;
  const hint = `look at: ls -ld ${pathWord(file)}`;
  const exit = EXIT.ownFailure;
  return new WardFault({ code: "audit-unreadable", path: file, exit, message, hint, cause });
}

/** Opens the file and looks at it; `none` stands for one that does not exist yet. */
function reading<T>(file: string, none: T, read: (fd: number, size: number) => T): T {
  let fd: number | null = null;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw fault(file, `is ${fileKind(stats)}, not a regular file`);
    return read(fd, stats.size);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return none;
    if (cause instanceof WardFault) throw cause;
    throw fault(file, `can't be read: ${errorWords(cause)}`, cause);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/**
 * @param file the trail's, from `trailPlace`
 * @param count how many calls at most, the newest; all where it is left out
 * @returns the calls; none where there is no such file yet
 * @throws WardFault `audit-unreadable`, exit 125
 */
export function readRows(file: string, count: number = Number.POSITIVE_INFINITY): RecordedCalls {
  const none = { calls: [], damaged: 0, next: 0 };
  return reading(file, none, (fd, size) => readCalls(fd, size, count));
}

export interface NewRows extends ParsedRows {
  /** Where to read on. */
  readonly next: number;
}

/**
 * @param file the trail's, from `trailPlace`
 * @param from `next` of the last time; the start is read where the file has become shorter
 * @returns the rows added since; a line without its end is left for the next time
 * @throws WardFault `audit-unreadable`, exit 125
 */
export function readNewRows(file: string, from: number): NewRows {
  return reading<NewRows>(file, { rows: [], damaged: 0, next: 0 }, (fd, size) => {
    const start = from <= size ? from : 0;
    const bytes = readRange(fd, start, size);
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
    return { ...parseRows(whole.toString("utf8")), next: start + whole.length };
  });
}
