// Rows and an open trail → linked lines at its end, written by one process at a time.
//
// The lock is held for the write alone: the disk's own time is waited for by all writers together.

import { fdatasyncSync, fstatSync } from "node:fs";
import type { AuditRow } from "../model/audit-row.ts";
import { link, readTail, type Tail } from "./audit-chain.ts";
import { tailByHead, writeHead } from "./audit-head.ts";
import { appendLine } from "./audit-line.ts";
import { lockPath } from "./audit-place.ts";
import { followTrail, type Trail } from "./audit-trail.ts";
import { lostLock, withLock } from "./lock.ts";

function tailOf({ place, fd, isReadable }: Trail): Tail {
  return isReadable && fstatSync(fd).size > 0 ? readTail(fd) : tailByHead(place, fd);
}

function append(
  { place, fd, isReadable }: Trail,
  row: AuditRow,
  tail: Tail,
  requireLock: () => void,
): Tail {
  const linked = link(row, tail);
  if (place.isShared) {
    requireLock();
    const { ino: inode, size } = fstatSync(fd);
    const bytes = Buffer.byteLength(JSON.stringify(linked)) + (tail.isOpen ? 2 : 1);
    writeHead(place, { inode, size, prev: tail.prev, hash: linked.hash, bytes }, !isReadable);
  }
  appendLine(fd, linked, tail.isOpen, requireLock);
  return { prev: linked.hash, isOpen: false, torn: null };
}

/**
 * @param trail open
 * @param work gets what adds a row; nobody else's row comes between those that it adds
 * @param isSynced whether they have to be on the disk before this returns
 * @throws what the lock, write(2) and fdatasync(2) fail with; a part of a line may then be in the file
 */
export function appending(
  trail: Trail,
  work: (add: (row: AuditRow) => void) => void,
  isSynced: boolean,
): void {
  const path = lockPath(trail.place);
  withLock(path, (isOurs) => {
    const requireLock = () => {
      if (!isOurs()) throw lostLock(path);
    };
    followTrail(trail);
    let tail = tailOf(trail);
    work((row) => {
      tail = append(trail, row, tail, requireLock);
    });
  });
  if (isSynced) fdatasyncSync(trail.fd);
}
