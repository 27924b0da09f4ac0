// Who records → whether the next call could add its rows; unlike that call, this makes and mends nothing.
import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { WardFault } from "../model/fault.ts";
import { hasEntry } from "./absent.ts";
import { type TrailPlace, trailPlace } from "./audit-place.ts";
import { judgeFile, type Recorder, refuseFlaw, trailFault } from "./audit-trail.ts";
import { directoryFlaw, type Ownership, ownershipOf } from "./ownership.ts";
import { pathWord } from "./path-word.ts";
import { errorCode, errorWords } from "./system-error.ts";
import { trailHint } from "./trail-hint.ts";

/** The directory that is there, or in which it would be made. */
function requireRoom(directory: string): void {
  let at = directory;
  while (!hasEntry(at)) at = dirname(at);
  accessSync(at, constants.W_OK | constants.X_OK);
}

/** @returns whether the file is there; the directory is */
function look(place: TrailPlace, ownership: Ownership): boolean {
  const { file } = place;
  const directory = dirname(file);
  refuseFlaw(file, directoryFlaw(directory, statSync(directory), ownership));
  const { O_APPEND, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  if (!hasEntry(file)) {
    requireRoom(directory);
    return false;
  }
  const fd = openSync(file, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  try {
    judgeFile(file, fd, ownership);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** The user's own directory, which the lock needs wherever the rows go. */
function requireOwn({ file, own, isShared }: TrailPlace): void {
  try {
    requireRoom(own);
  } catch (cause) {
    if (!isShared) throw cause;
    const what = `needs ${own}, which can't be written to: ${errorWords(cause)}`;
    throw trailFault(file, what, `look at: ls -ld ${pathWord(dirname(own))}`, cause);
  }
}

/**
 * @param recorder who would write, and where to
 * @returns whether the file is there already; else the first call makes it
 * @throws WardFault `audit-unwritable` or `audit-nowhere`, exit 125, as a call would meet it
 */
export function lookAtTrail({
  directories,
  auditDirectory,
}: Pick<Recorder, "directories" | "auditDirectory">): boolean {
  const { account } = directories;
  const place = trailPlace(directories, auditDirectory);
  try {
    requireOwn(place);
    const isThere = place.isShared || hasEntry(place.own);
    return isThere && look(place, ownershipOf(account));
  } catch (cause) {
    if (cause instanceof WardFault || errorCode(cause) === null) throw cause;
    const what = `can't be opened: ${errorWords(cause)}`;
    throw trailFault(place.file, what, trailHint(place, account, cause), cause);
  }
}
