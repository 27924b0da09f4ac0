// Turns the table of open descriptors into those that ward was given by its caller, so that the child gets them too.
// - Node closes low descriptors at a spawn (zsh puts `<(…)` there), and the ones that it opens itself look alike.
// - Its own are known by what they are: anonymous inodes, and pipes with both ends in this process.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

interface Descriptor {
  readonly fd: number;
  /** `pipe:[12]`, `anon_inode:[eventfd]`, or the path of a file. */
  readonly target: string;
}

/**
 * Call it before anything is opened: later, ward's own files can't be told apart.
 * @returns the descriptors from 3 on that came from the caller, ascending; none where the system has no such table
 */
export function inheritedDescriptors(): readonly number[] {
  if (process.platform !== "linux") return [];
  const open = openDescriptors();
  return open
    .filter(({ fd, target }) => fd > 2 && !target.startsWith("anon_inode:"))
    .filter(({ target }) => !target.startsWith("pipe:") || !hasBothEnds(target, open))
    .map(({ fd }) => fd)
    .sort((a, b) => a - b);
}

function openDescriptors(): Descriptor[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      return [{ fd: Number(name), target: readlinkSync(`/proc/self/fd/${name}`) }];
    } catch {
      // The one that read the directory is closed by now.
      return [];
    }
  });
}

function hasBothEnds(pipe: string, open: readonly Descriptor[]): boolean {
  const ends = open.filter(({ target }) => target === pipe).map(({ fd }) => accessMode(fd));
  return new Set(ends).size > 1;
}

/** 0 reads, 1 writes: the last octal digit of the flags, of which O_ACCMODE is the lowest two bits. */
function accessMode(fd: number): number {
  const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"))?.[1];
  return Number.parseInt(flags ?? "0", 8) & 3;
}
