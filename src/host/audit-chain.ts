// The end of an open trail, and a row → the row linked by its hash to the one before it.
//
// - `hash` is the SHA-256 of the row's canonical JSON without `hash`; `prev` is the `hash` of the row before it.
// - A line that was never written whole stays; the row behind it names its length and hash, so that it is no forgery.

import { fstatSync, readSync } from "node:fs";
import type { AuditRow, Linked, TornLine } from "../model/audit-row.ts";
import { canonicalJson } from "../model/canonical.ts";
import { isSha256 } from "../model/hash.ts";
import { sha256 } from "./sha256.ts";

/** What the next row follows. */
export interface Tail {
  /** `hash` of the last whole row; null where there is none. */
  readonly prev: string | null;
  /** Whether a newline is missing in front of the next row. */
  readonly isOpen: boolean;
  readonly torn: TornLine | null;
}

export const EMPTY_TAIL: Tail = { prev: null, isOpen: false, torn: null };

/** Every row ends so: its hash is its last field, and no text inside of a row can hold unescaped quotes. */
const END_START = ',"hash":"';
const END_TAIL = '"}\n';
const HASH_LENGTH = 64;
const END_BYTES = END_START.length + HASH_LENGTH + END_TAIL.length;
const WINDOW = 64 * 1024;
const NEWLINE = 10;

/**
 * @param row with or without its `hash`
 * @returns what its hash is taken of
 */
export function hashedText({ hash: _, ...rest }: object & { hash?: unknown }): string {
  return canonicalJson(rest);
}

/** @returns the hash that a row ought to have, in hex */
export function rowHash(row: object & { hash?: unknown }): string {
  return sha256(hashedText(row));
}

/**
 * @param row that fits a line
 * @param tail of the file that it is written to
 */
export function link<Row extends AuditRow>(row: Row, { prev, torn }: Tail): Linked<Row> {
  // What is hashed is what a reader gets back: JSON leaves out what is undefined.
  const plain = JSON.parse(JSON.stringify({ ...row, ...(torn ? { torn } : {}), prev })) as Row;
  return { ...plain, hash: rowHash(plain) } as Linked<Row>;
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

/** The hash that a text claims as a row; null where it is none. */
function hashIn(text: string): string | null {
  try {
    const row: unknown = JSON.parse(text);
    const hash = typeof row === "object" && row !== null && "hash" in row ? row.hash : null;
    return isSha256(hash) ? hash : null;
  } catch {
    return null;
  }
}

interface Found {
  readonly hash: string;
  /** Where the line behind it begins. */
  readonly end: number;
  readonly isOpen: boolean;
}

/** The newest row among some lines, the last of which may have no newline. */
function lastRow(bytes: Buffer): Found | null {
  for (let end = bytes.length; end > 0; ) {
    const isOpen = bytes[end - 1] !== NEWLINE;
    const start = end < 2 ? 0 : bytes.lastIndexOf(NEWLINE, end - 2) + 1;
    const hash = hashIn(bytes.toString("utf8", start, end));
    if (hash !== null) return { hash, end, isOpen };
    end = start;
  }
  return null;
}

/**
 * Whether some lines can be what writers left that were killed or ran into a full disk: the last one was cut short.
 * What has, or had, a row's end is not excused: that was whole once.
 * @param block without a newline at its end
 */
export function isCutShort(block: Buffer): boolean {
  const lines = block.toString("latin1").split("\n");
  const last = lines.pop() ?? "";
  const wasWhole = (line: string) => line.includes(',"hash":"') || line.endsWith('"}');
  return !/,"hash":"[0-9a-f]{64}"\}/.test(last) && !lines.some(wasWhole);
}

/** What nobody wrote to its end: a line with a newline was written whole. */
function tornIn(rest: Buffer): TornLine | null {
  if (rest.length === 0 || rest.at(-1) === NEWLINE || !isCutShort(rest)) return null;
  return { bytes: rest.length, sha256: sha256(rest) };
}

/** Looks back from the end until there is a row, however much damage lies behind it. */
function searchTail(fd: number, size: number): Tail {
  for (let length = Math.min(size, WINDOW); ; length = Math.min(size, length * 4)) {
    const all = readRange(fd, size - length, size);
    const bytes = length === size ? all : all.subarray(all.indexOf(NEWLINE) + 1);
    const found = lastRow(bytes);
    if (found === null && length < size) continue;
    if (found?.isOpen) return { prev: found.hash, isOpen: true, torn: null };
    const rest = bytes.subarray(found?.end ?? 0);
    const isOpen = rest.length > 0 && rest.at(-1) !== NEWLINE;
    return { prev: found?.hash ?? null, isOpen, torn: tornIn(rest) };
  }
}

/**
 * @param fd of a trail that may be read; nobody else writes to it meanwhile
 * @returns what the next row follows
 */
export function readTail(fd: number): Tail {
  const { size } = fstatSync(fd);
  if (size === 0) return EMPTY_TAIL;
  const end = readRange(fd, Math.max(0, size - END_BYTES), size).toString();
  const prev = end.slice(END_START.length, -END_TAIL.length);
  const isRow = end === END_START + prev + END_TAIL && isSha256(prev);
  return isRow ? { prev, isOpen: false, torn: null } : searchTail(fd, size);
}
