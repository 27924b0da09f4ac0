// A path → what an approval needs to know of the file: where it really is, its hash where it could be swapped, its first bytes.

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { realpathOr, realpathOrNull } from "./real-path.ts";

export interface SeenFile {
  /** Null where there is no such file. */
  readonly realpath: string | null;
  /** Hex; null for a system file, and for one that can't be read. */
  readonly sha256: string | null;
  /** The first bytes, one character a byte; empty where it can't be read. */
  readonly head: string;
}

const HEAD_BYTES = 4096;

/**
 * As `readSeen`, without the hash: for what only the kind of file decides.
 * @param file a path
 */
export function peekFile(file: string): Omit<SeenFile, "sha256"> {
  const realpath = realpathOrNull(file);
  const fd = realpath === null ? null : open(realpath);
  if (fd === null) return { realpath, head: "" };
  try {
    return { realpath, head: fstatSync(fd).isFile() ? readHead(fd) : "" };
  } finally {
    closeSync(fd);
  }
}

/**
 * @param file a path
 * @param project the directory inside which nothing counts as a system file
 */
export function readSeen(file: string, project: string): SeenFile {
  const realpath = realpathOrNull(file);
  const fd = realpath === null ? null : open(realpath);
  // A binary that may be executed and not read can only be pinned by its place.
  if (realpath === null || fd === null) return { realpath, sha256: null, head: "" };
  try {
    if (!fstatSync(fd).isFile()) return { realpath, sha256: null, head: "" };
    const isFixed = isSystemFile(realpath) && !realpath.startsWith(`${realpathOr(project)}/`);
    return { realpath, sha256: isFixed ? null : hashHandle(fd), head: readHead(fd) };
  } finally {
    closeSync(fd);
  }
}

function open(path: string): number | null {
  const { O_NOCTTY, O_NONBLOCK, O_RDONLY } = constants;
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return null;
  }
}

function readHead(fd: number): string {
  const bytes = Buffer.alloc(HEAD_BYTES);
  return bytes.toString("latin1", 0, readSync(fd, bytes, 0, HEAD_BYTES, 0));
}

/**
 * @param fd of a regular file
 * @returns the SHA-256 of all its bytes, in hex
 */
export function hashHandle(fd: number): string {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(256 * 1024);
  for (let position = 0; ; ) {
    const got = readSync(fd, buffer, 0, buffer.length, position);
    if (got === 0) return hash.digest("hex");
    hash.update(buffer.subarray(0, got));
    position += got;
  }
}

/** @returns the SHA-256 of a file in hex, or null where it can't be read */
export function hashFile(file: string): string | null {
  const fd = open(file);
  if (fd === null) return null;
  try {
    return fstatSync(fd).isFile() ? hashHandle(fd) : null;
  } finally {
    closeSync(fd);
  }
}

/** Whether root owns the file and everything above it, and nobody else may write any of that. */
function isSystemFile(realpath: string): boolean {
  for (let path = realpath; ; path = dirname(path)) {
    const { uid, mode } = statSync(path);
    if (uid !== 0 || (mode & 0o022) !== 0) return false;
    if (path === "/") return true;
  }
}
