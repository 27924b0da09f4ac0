// Turns the table of open descriptors into those that ward was given by its caller, so that the child gets them too.
// - Node closes low descriptors at a spawn (zsh puts `<(…)` there), and the ones that it opens itself look alike.
// - Its own are known by what they are: of no type (eventfd, epoll), and pipes with both ends in this process.

import { fstatSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";

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
  const closed = closedPipes(open);
  return open
    .filter(({ fd, stats }) => fd > 2 && hasType(stats))
    .filter(({ stats }) => !stats.isFIFO() || !closed.has(inodeOf(stats)))
    .map(({ fd }) => fd)
    .sort((a, b) => a - b);
}

function openDescriptors(): Descriptor[] {
  return readdirSync(TABLE).flatMap((name) => {
    // As fstat, but without an error for the one that read the directory, which is closed by now.
    const stats = statSync(`${TABLE}/${name}`, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ fd: Number(name), stats }];
  });
}

const hasType = (stats: Stats) =>
  stats.isFile() ||
  stats.isFIFO() ||
  stats.isSocket() ||
  stats.isCharacterDevice() ||
  stats.isDirectory() ||
  stats.isBlockDevice();

const inodeOf = ({ dev, ino }: Stats) => `${dev} ${ino}`;

/** The pipes with both ends in this process: the table's links are readable or writable as the descriptors are. */
function closedPipes(open: readonly Descriptor[]): ReadonlySet<string> {
  const ends = new Map<string, number[]>();
  for (const { fd, stats } of open.filter((one) => one.stats.isFIFO())) {
    ends.set(inodeOf(stats), [...(ends.get(inodeOf(stats)) ?? []), fd]);
  }
  const isWriting = (fd: number) => (lstatSync(`${TABLE}/${fd}`).mode & OWNER_WRITES) !== 0;
  const isClosed = (fds: readonly number[]) => new Set(fds.map(isWriting)).size > 1;
  return new Set(
    [...ends].filter(([, fds]) => fds.length > 1 && isClosed(fds)).map(([key]) => key),
  );
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

const CLOSE_ON_EXEC = 0o2000000;

/** @returns the descriptors above 2 that a program which is started now would inherit, ascending */
export function passedOn(): readonly number[] {
  return readdirSync(TABLE)
    .map(Number)
    .filter((fd) => fd > 2 && isPassed(fd))
    .sort((one, other) => one - other);
}

/** The second line of the kernel's note on a descriptor has its flags, in octal. */
function isPassed(fd: number): boolean {
  let text: string;
  try {
    text = readFileSync(`/proc/self/fdinfo/${fd}`, "utf8");
  } catch {
    // The one that read the directory is closed by now.
    return false;
  }
  const flags = text.slice(text.indexOf("flags:") + "flags:".length).trimStart();
  return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
}
