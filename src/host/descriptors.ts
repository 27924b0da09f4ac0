// Turns the table of open descriptors into those that ward was given by its caller, so that the child gets them too.
// - Node closes low descriptors at a spawn (zsh puts `<(…)` there), and the ones that it opens itself look alike.
// - Its own are known by what they are: of no type (eventfd, epoll), and pipes with both ends in this process.

import { fstatSync, lstatSync, readdirSync, type Stats } from "node:fs";

interface Descriptor {
  readonly fd: number;
  readonly stats: Stats;
}

const TABLE = "/proc/self/fd";
const OWNER_WRITES = 0o200;

/**
 * Call it before anything is opened: later, ward's own files can't be told apart.
 * @returns the descriptors from 3 on that came from the caller, ascending; none where the system has no such table
 */
export function inheritedDescriptors(): readonly number[] {
  if (process.platform !== "linux") return [];
  const open = openDescriptors();
  return open
    .filter(({ fd, stats }) => fd > 2 && hasType(stats))
    .filter(({ stats }) => !stats.isFIFO() || !hasBothEnds(stats, open))
    .map(({ fd }) => fd)
    .sort((a, b) => a - b);
}

function openDescriptors(): Descriptor[] {
  return readdirSync(TABLE).flatMap((name) => {
    try {
      return [{ fd: Number(name), stats: fstatSync(Number(name)) }];
    } catch {
      // The one that read the directory is closed by now.
      return [];
    }
  });
}

const hasType = (stats: Stats) =>
  stats.isFile() ||
  stats.isFIFO() ||
  stats.isSocket() ||
  stats.isCharacterDevice() ||
  stats.isDirectory() ||
  stats.isBlockDevice();

/** The table's links are readable or writable as the descriptors are. */
function hasBothEnds({ dev, ino }: Stats, open: readonly Descriptor[]): boolean {
  const ends = open.filter(({ stats }) => stats.ino === ino && stats.dev === dev);
  if (ends.length < 2) return false;
  return new Set(ends.map(({ fd }) => lstatSync(`${TABLE}/${fd}`).mode & OWNER_WRITES)).size > 1;
}

/** @returns whether the descriptor may be written to; false where the system does not say */
export function isWritable(fd: number): boolean {
  try {
    return (lstatSync(`${TABLE}/${fd}`).mode & OWNER_WRITES) !== 0;
  } catch {
    return false;
  }
}

/** @returns every open descriptor, the standard ones too, that refers to the same file, pipe or socket as this one */
export function sameFile(fd: number): readonly number[] {
  const { dev, ino } = fstatSync(fd);
  return openDescriptors()
    .filter(({ stats }) => stats.dev === dev && stats.ino === ino)
    .map((open) => open.fd);
}
