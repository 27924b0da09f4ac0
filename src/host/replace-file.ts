// Bytes → a private file that is either the old one or the new one, whenever the machine stops.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

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
 * As `replaceFile`, without waiting for the disk: for what can be found out again after a power loss.
 */
export function replaceSoon(path: string, bytes: string | Uint8Array): void {
  const draft = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeFileSync(draft, bytes, { flag: "wx", mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Removes the drafts of writers that were killed. Only for a caller that holds the lock under which all drafts are made.
 * @param path the file that the drafts were for
 */
export function sweepDrafts(path: string): void {
  const directory = dirname(path);
  const isDraft = (name: string) => /^\.[0-9a-f]{16}\.tmp$/.test(name.slice(basename(path).length));
  const drafts = readdirSync(directory).filter(
    (name) => name.startsWith(basename(path)) && isDraft(name),
  );
  for (const name of drafts) rmSync(join(directory, name), { force: true });
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
