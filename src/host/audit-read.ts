// The trail's file → its calls, each with both its rows; a line that is torn or edited into nonsense is counted, not fatal.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import {
  type AuditRow,
  type DecidedRow,
  type FinishedRow,
  ROW_VERSION,
} from "../model/audit-row.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
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
}

/** How much of the file's end is looked at first. */
const WINDOW = 256 * 1024;

/** Each line begins so, and no text inside a row can: its quotes are escaped there. */
const ROW_START = `{"v":`;

function isRow(value: unknown): value is AuditRow {
  if (typeof value !== "object" || value === null) return false;
  const row = value as Partial<Record<keyof DecidedRow | keyof FinishedRow, unknown>>;
  const isNamed = [row.id, row.at, row.verb].every((field) => typeof field === "string");
  if (row.v !== ROW_VERSION || !isNamed) return false;
  if (row.phase === "finished") return typeof row.outcome === "object" && row.outcome !== null;
  const isDecision = row.decision === "allow" || row.decision === "deny";
  return row.phase === "decided" && isDecision && typeof row.argv === "object" && row.argv !== null;
}

function parse(text: string): AuditRow | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRow(value) ? value : null;
  } catch {
    return null;
  }
}

/** A whole row may stand behind one that was torn. */
function parseLine(line: string): { row: AuditRow | null; isDamaged: boolean } {
  const whole = parse(line);
  if (whole !== null) return { row: whole, isDamaged: false };
  const start = line.lastIndexOf(ROW_START);
  return { row: start > 0 ? parse(line.slice(start)) : null, isDamaged: true };
}

function pair(rows: readonly AuditRow[]): RecordedCall[] {
  const calls = new Map<string, { decided: DecidedRow | null; finished: FinishedRow | null }>();
  for (const row of rows) {
    const call = calls.get(row.id) ?? { decided: null, finished: null };
    calls.set(row.id, { ...call, [row.phase]: row });
  }
  return [...calls].map(([id, { decided, finished }]) => {
    const isRefused = decided?.decision === "deny";
    const state = isRefused ? "refused" : finished === null ? "unfinished" : "finished";
    return { id, state, decided, finished };
  });
}

function readLines(text: string): { rows: AuditRow[]; damaged: number } {
  const lines = text.split("\n").filter((line) => line !== "");
  const parsed = lines.map(parseLine);
  return {
    rows: parsed.flatMap(({ row }) => (row === null ? [] : [row])),
    damaged: parsed.filter(({ isDamaged }) => isDamaged).length,
  };
}

/** The file's last bytes, from the start of a line on. */
function readEnd(fd: number, size: number, length: number): string {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const got = readSync(fd, bytes, done, length - done, size - length + done);
    if (got === 0) break;
    done += got;
  }
  const from = length === size ? 0 : bytes.indexOf("\n") + 1;
  return bytes.subarray(from, done).toString("utf8");
}

function readCalls(fd: number, count: number): RecordedCalls {
  const { size } = fstatSync(fd);
  let length = Math.min(size, count === Number.POSITIVE_INFINITY ? size : WINDOW);
  for (;;) {
    const { rows, damaged } = readLines(readEnd(fd, size, length));
    const paired = pair(rows);
    // The end of a call that began before the window is no call of its own.
    const calls = length === size ? paired : paired.filter(({ decided }) => decided !== null);
    if (calls.length >= count || length === size) return { calls: calls.slice(-count), damaged };
    length = Math.min(size, length * 4);
  }
}

function fault(file: string, what: string, cause?: unknown): WardFault {
  const message = `the audit trail ${file} ${what}`;
  const hint = `look at: ls -ld ${pathWord(file)}`;
  const exit = EXIT.ownFailure;
  return new WardFault({ code: "audit-unreadable", path: file, exit, message, hint, cause });
}

/**
 * @param file the trail's, from `trailPlace`
 * @param count how many calls at most, the newest; all where it is left out
 * @returns the calls; none where there is no such file yet
 * @throws WardFault `audit-unreadable`, exit 125
 */
export function readRows(file: string, count: number = Number.POSITIVE_INFINITY): RecordedCalls {
  let fd: number | null = null;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw fault(file, `is ${fileKind(stats)}, not a regular file`);
    return readCalls(fd, count);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return { calls: [], damaged: 0 };
    if (cause instanceof WardFault) throw cause;
    throw fault(file, `can't be read: ${errorWords(cause)}`, cause);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
