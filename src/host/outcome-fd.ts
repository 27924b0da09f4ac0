// `--outcome-fd N` → a descriptor that the caller gave for it, and the one line that is written there when all is over.
// - A pipe, a socket or a regular file that can be written: a terminal shows it to whoever prints there as well.
// - What node opened itself looks like any other number, so only what was open at the start counts as given.

import { fstatSync, readlinkSync, statSync, writeSync } from "node:fs";
import type { Outcome } from "../model/outcome.ts";
import { isWritable, sameFile } from "./descriptors.ts";
import { fileKind } from "./file-kind.ts";
import { isWithin, realpathOr } from "./real-path.ts";
import { errorCode, errorWords } from "./system-error.ts";

/** Where the Outcome goes. */
export interface OutcomePlace {
  readonly fd: number;
  /** Every descriptor that a child could reach the same file by: `fd` itself and its likes. */
  readonly covered: readonly number[];
}

const LOWEST = 3;
const HIGHEST = 255;
/** A reader that is slow to empty a pipe which does not block is waited for, this often and so long. */
const STEP_MS = 20;
const PATIENCE_MS = 5000;

/**
 * @param text what stands behind the option
 * @param given from `inheritedDescriptors`, called before anything was opened
 * @returns where to write, or what is wrong with it, as a sentence about the option
 */
export function takeOutcomeFd(
  text: string,
  given: readonly number[],
): OutcomePlace | { readonly problem: string } {
  const fd = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(fd >= LOWEST && fd <= HIGHEST)) {
    return { problem: `takes the number of a descriptor from ${LOWEST} to ${HIGHEST}` };
  }
  if (!given.includes(fd)) {
    return { problem: `${fd}: nobody gave ward a descriptor of that number` };
  }
  const stats = fstatSync(fd);
  if (!stats.isFIFO() && !stats.isSocket() && !stats.isFile()) {
    return { problem: `${fd} is ${fileKind(stats)}; it takes a pipe, a socket or a regular file` };
  }
  if (!isWritable(fd)) return { problem: `${fd} is open for reading alone` };
  return { fd, covered: sameFile(fd) };
}

/**
 * A line among the rows of the trail would break their chain, and one among the policies the policy.
 * @param directories of ward's own, absolute
 * @param trail the file that rows are added to, which may have other names
 * @returns what is wrong with the place, as a sentence about the option; null where nothing is
 */
export function ownFileProblem(
  { fd }: OutcomePlace,
  directories: readonly string[],
  trail: string,
): string | null {
  const stats = fstatSync(fd);
  if (!stats.isFile()) return null;
  const path = readlinkSync(`/proc/self/fd/${fd}`);
  const isInside = directories.some((one) => isWithin(path, realpathOr(one)));
  const rows = statSync(trail, { throwIfNoEntry: false });
  const isTrail = rows?.ino === stats.ino && rows.dev === stats.dev;
  return isInside || isTrail ? `${fd} leads to a file of ward's own` : null;
}

/**
 * Writes the Outcome as one line of JSON, whole.
 * @returns why it could not be written, for stderr; null where all is well
 */
export function writeOutcome({ fd }: OutcomePlace, outcome: Outcome): string | null {
  const line = Buffer.from(`${JSON.stringify(outcome)}\n`);
  try {
    writeWhole(fd, line);
    return null;
  } catch (error) {
    return `the outcome could not be written to descriptor ${fd}: ${errorWords(error)}`;
  }
}

function writeWhole(fd: number, line: Buffer): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let waited = 0;
  for (let done = 0; done < line.length; ) {
    try {
      done += writeSync(fd, line, done);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN" || waited >= PATIENCE_MS) throw error;
      Atomics.wait(pause, 0, 0, STEP_MS);
      waited += STEP_MS;
    }
  }
}
