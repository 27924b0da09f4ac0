// What the newest row of a trail is, kept beside the lock: for a file that was just begun, or that its user may not read.
//
// Written in front of the row it speaks of, so that after a kill the file's length tells whether that row is there.

import { fstatSync } from "node:fs";
import { join } from "node:path";
import { isSha256 } from "../model/hash.ts";
import { EMPTY_TAIL, type Tail } from "./audit-chain.ts";
import type { TrailPlace } from "./audit-place.ts";
import { readReady } from "./ready-file.ts";
import { replaceFile, replaceSoon } from "./replace-file.ts";

export interface Head {
  /** The file and how long it was in front of the row. */
  readonly inode: number;
  readonly size: number;
  readonly prev: string | null;
  /** The row's, and how many bytes its line has. */
  readonly hash: string | null;
  readonly bytes: number;
}

function headPath({ own }: TrailPlace): string {
  return join(own, "head.json");
}

function readHead(place: TrailPlace): Head | null {
  try {
    const { inode, size, prev, hash, bytes } = JSON.parse(readReady(headPath(place)).toString());
    const isSound = [inode, size, bytes].every(Number.isSafeInteger);
    const isHash = (value: unknown) => value === null || isSha256(value);
    return isSound && isHash(prev) && isHash(hash) ? { inode, size, prev, hash, bytes } : null;
  } catch {
    // Nobody rotated yet, or it is spoilt: then the next row begins a chain, and `verify` says so.
    return null;
  }
}

/**
 * Only for the holder of the lock.
 * @param isSynced where the file itself can't tell after a power loss
 */
export function writeHead(place: TrailPlace, head: Head, isSynced: boolean): void {
  const replace = isSynced ? replaceFile : replaceSoon;
  replace(headPath(place), `${JSON.stringify(head)}\n`);
}

/**
 * @param fd of a file that is empty, or may not be read
 * @returns what the next row in it follows
 */
export function tailByHead(place: TrailPlace, fd: number): Tail {
  const head = readHead(place);
  if (head === null) return EMPTY_TAIL;
  const { ino, size } = fstatSync(fd);
  const follows = (prev: string | null): Tail => ({ ...EMPTY_TAIL, prev });
  if (ino !== head.inode || size >= head.size + head.bytes) return follows(head.hash);
  if (size <= head.size) return follows(head.prev);
  const torn = { bytes: size - head.size, sha256: null };
  return { prev: head.prev, isOpen: true, torn };
}
