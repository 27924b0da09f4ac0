// An open trail that is full, or of an earlier day → the same file under the id of its first row, and room for a new one.
//
// - Only in the user's own directory, and only by the holder of the lock.
// - The last hash is kept beside the lock first: the next file's first row carries it on.
// - Compressing and dropping old files comes behind the call (audit-tidy.ts), where nobody waits for the lock.

import { fstatSync, readSync, renameSync } from "node:fs";
import { readTail } from "./audit-chain.ts";
import { writeHead } from "./audit-head.ts";
import { nextPath } from "./audit-names.ts";
import type { TrailPlace } from "./audit-place.ts";
import { wallClock } from "./clock.ts";
import { uuid7 } from "./ids.ts";

/** How long one file of the trail grows, in bytes. */
export const FULL_BYTES = 64 * 1024 * 1024;

const DAY_MS = 24 * 60 * 60 * 1000;
const HEAD_BYTES = 64;

/** The id that the file's first row has; null where it has none. */
function firstId(fd: number): string | null {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const head = bytes.toString("latin1", 0, readSync(fd, bytes, 0, HEAD_BYTES, 0));
  return /^\{"v":\d+,"id":"([0-9a-f]{8}-[0-9a-f-]{27})"/.exec(head)?.[1] ?? null;
}

/** The day, counted from 1970 in UTC, of a time-ordered id. */
function dayOf(id: string): number {
  return Math.floor(Number.parseInt(id.replace("-", "").slice(0, 12), 16) / DAY_MS);
}

/**
 * A clock that was set back starts no new file.
 * @param fd of the trail
 * @param isDaily whether a new day starts a new file
 * @param fullBytes how long a file grows
 */
export function isRotationDue(fd: number, isDaily: boolean, fullBytes: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  if (size >= fullBytes) return true;
  const id = isDaily ? firstId(fd) : null;
  return id !== null && dayOf(id) < Math.floor(wallClock() / DAY_MS);
}

/**
 * @param place of the user's own trail
 * @param fd of the file there, which keeps that file
 */
export function rotate(place: TrailPlace, fd: number): void {
  const { prev } = readTail(fd);
  writeHead(place, { inode: 0, size: 0, prev, hash: prev, bytes: 0 }, true);
  renameSync(place.file, nextPath(place, firstId(fd) ?? uuid7(wallClock())));
}
