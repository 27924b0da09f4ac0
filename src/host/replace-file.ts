// Bytes → a private file that is either the old one or the new one, whenever the machine stops.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Writes beside the file and renames over it; the new file belongs to nobody else and has mode 0600.
 * @param path absolute, in a directory that exists
 * @throws what open, write, fsync and rename throw; then the old file is untouched and nothing is left beside it
 */
export function replaceFile(path: string, bytes: string | Uint8Array): void {
  const draft = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeNew(draft, bytes);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}

/**
 * Makes a file that must not exist yet, and waits until it is on the disk.
 * @throws EEXIST where anything, a link that leads nowhere included, has the name
 */
export function writeNew(path: string, bytes: string | Uint8Array): void {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(fd, 0o600);
    writeFileSync(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A new name has to be on the disk as well. */
function syncDirectory(directory: string): void {
  const fd = openSync(directory, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
