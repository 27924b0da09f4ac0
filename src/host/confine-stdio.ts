// The standard descriptors of a confined run → ones that lead nowhere but where they were opened for.
// - A directory that is open is a way to all that lies around it.
// - /proc/self/fd opens a file anew, as the machine has it and not as the sandbox shows it: what was given to be read could
//   be written. So a file that is input comes through a pipe.

import { createReadStream, fstatSync, type Stats } from "node:fs";
import type { Writable } from "node:stream";
import type { StandardPlace } from "./child-stdio.ts";
import { confineFault } from "./confine-views.ts";
import { isWritable } from "./descriptors.ts";

type Places = readonly [StandardPlace, StandardPlace, StandardPlace];

const REMEDY = "give it a file, a pipe or a terminal there, or `</dev/null`";

/**
 * @param standard what the child would get of ward's
 * @param covered descriptors that it finds /dev/null at in any case
 * @throws WardFault 125 `confine-path`
 */
export function safeStandard(standard: Places, covered: readonly number[]): Places {
  const [input, ...outputs] = standard.map((place, fd) => {
    return typeof place === "number" && !covered.includes(fd) ? statsOf(place) : null;
  });
  for (const [fd, stats] of [input, ...outputs].entries()) {
    if (stats?.isDirectory() !== true) continue;
    throw confineFault(
      `descriptor ${fd}`,
      "is a directory, which leads out of the sandbox",
      REMEDY,
    );
  }
  for (const [at, stats] of outputs.entries()) {
    if (!isStored(stats) || isWritable(at + 1)) continue;
    const problem = "is open for reading alone, and could be opened again for writing";
    throw confineFault(`descriptor ${at + 1}`, problem, REMEDY);
  }
  return isStored(input) ? ["pipe", standard[1], standard[2]] : standard;
}

function statsOf(fd: number): Stats | null {
  try {
    return fstatSync(fd);
  } catch {
    return null;
  }
}

const isStored = (stats: Stats | null | undefined) =>
  stats?.isFile() === true || stats?.isBlockDevice() === true;

/** Hands ward's own standard input on, from where it stands; who does not read it to the end is no error. */
export function feedInput(stream: Writable): void {
  const input = createReadStream("", { fd: 0, autoClose: false });
  const stop = () => {
    input.destroy();
    stream.destroy();
  };
  input.on("error", stop);
  stream.on("error", stop).on("close", stop);
  input.pipe(stream);
}
