// A place for the trail → an open file that only the user writes, ready for rows; nothing runs before it is open.

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Account } from "../model/account.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { AgentSigns } from "./agent.ts";
import { lockPath, type TrailPlace, trailPlace } from "./audit-place.ts";
import { FULL_BYTES, isRotationDue, rotate } from "./audit-rotate.ts";
import { requireSpace } from "./audit-space.ts";
import type { Directories } from "./directories.ts";
import { fileKind } from "./file-kind.ts";
import { withLock } from "./lock.ts";
import { makeDirectory } from "./make-directory.ts";
import {
  directoryFlaw,
  type Flaw,
  fileFlaw,
  type Ownership,
  octal,
  ownershipOf,
} from "./ownership.ts";
import { pathWord } from "./path-word.ts";
import { secretMarker } from "./redaction-key.ts";
import { errorCode, errorWords } from "./system-error.ts";
import { trailHint } from "./trail-hint.ts";

/** What config.kdl says of the trail's size. */
export interface TrailLimits {
  /** Bytes that it may take; null where nobody said. */
  readonly space: number | null;
  readonly isDaily: boolean;
  /** How many files are kept of those that are older than 30 days. */
  readonly keep: number;
  /** Bytes at which a new file is begun. */
  readonly fullBytes: number;
}

export const USUAL_LIMITS: TrailLimits = {
  space: null,
  isDaily: false,
  keep: 20,
  fullBytes: FULL_BYTES,
};

/** Who writes rows, and where to. */
export interface Recorder {
  readonly directories: Directories;
  /** `audit-directory` of the system's config.kdl: one file a user in it, made by the administrator or by the user's first call. */
  readonly auditDirectory: string | null;
  readonly limits: TrailLimits;
  readonly signs: AgentSigns;
  /** Null where the working directory was deleted. */
  readonly cwd: string | null;
}

/** An open trail; `fd` belongs to audit.ts, which closes it behind the last row. */
export interface Trail {
  readonly place: TrailPlace;
  readonly file: string;
  /** Another one once another process has begun a new file. */
  fd: number;
  /** Whether the user may read his own rows. */
  readonly isReadable: boolean;
  readonly recorder: Recorder;
  /** Takes a secret and gives what stands for it in the record. */
  readonly mark: (secret: string) => string;
  /** Lines for stderr, without the program's name. */
  readonly notices: readonly string[];
  /** Whether this call began a new file, so that the one before it waits to be compressed. */
  readonly hasRotated: boolean;
}

/**
 * @param file the trail's
 * @param what completes "the audit trail <file> …"
 * @param hint what to do
 * @param cause the system's error
 * @returns the fault that keeps a call from running
 */
export function trailFault(file: string, what: string, hint: string, cause?: unknown): WardFault {
  const message = `the audit trail ${file} ${what}`;
  return new WardFault({
    code: "audit-unwritable",
    path: file,
    exit: EXIT.ownFailure,
    message,
    hint,
    cause,
  });
}

interface Handle {
  readonly fd: number;
  readonly isReadable: boolean;
}

/** Root's trail for a user may be one that the user can only append to. */
function openForRows(file: string): Handle {
  const { O_APPEND, O_CREAT, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDWR, O_WRONLY } = constants;
  const flags = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  try {
    return { fd: openSync(file, flags | O_RDWR, 0o600), isReadable: true };
  } catch (error) {
    if (errorCode(error) !== "EACCES" && errorCode(error) !== "EPERM") throw error;
    return { fd: openSync(file, flags | O_WRONLY, 0o600), isReadable: false };
  }
}

/** A new file's name has to be on the disk as well, or power loss takes its rows along. */
function syncName(file: string): void {
  try {
    const fd = openSync(dirname(file), constants.O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    // A directory that may only be written to can't be opened for this.
    if (errorCode(error) !== "EACCES") throw error;
  }
}

/** @throws WardFault `audit-unwritable`, exit 125, unless there is no flaw */
export function refuseFlaw(file: string, flaw: Flaw | null): void {
  if (flaw === null) return;
  throw trailFault(file, `can't be used: ${flaw.path} ${flaw.what}`, flaw.hint);
}

/**
 * @param file the trail's
 * @param fd it, open
 * @param ownership who may own it
 * @returns what the system says of it
 * @throws WardFault `audit-unwritable`, exit 125, unless rows may go there
 */
export function judgeFile(file: string, fd: number, ownership: Ownership): Stats {
  const stats = fstatSync(fd);
  if (!stats.isFile()) {
    const what = `is ${fileKind(stats)}, not a regular file`;
    throw trailFault(file, what, `move it away: ${pathWord(file)}`);
  }
  refuseFlaw(file, fileFlaw(file, stats, ownership));
  return stats;
}

/** Rows may hold what others must not read: a file that became readable is closed again, with a word. */
function makePrivate(file: string, fd: number, stats: Stats): string[] {
  if ((stats.mode & 0o777) === 0o600 || stats.uid !== process.geteuid?.()) return [];
  fchmodSync(fd, 0o600);
  return stats.size === 0 ? [] : [`${file} had mode ${octal(stats.mode)}; it is 0600 again`];
}

interface Opened extends Handle {
  readonly notices: readonly string[];
}

function openFile({ directories }: Recorder, { file, isShared }: TrailPlace): Opened {
  const ownership = ownershipOf(directories.account);
  const handle = openForRows(file);
  const { fd } = handle;
  try {
    const stats = judgeFile(file, fd, ownership);
    if (stats.size === 0) syncName(file);
    return { ...handle, notices: isShared ? [] : makePrivate(file, fd, stats) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function newTrail(recorder: Recorder, place: TrailPlace) {
  return { place, file: place.file, recorder, mark: secretMarker(place.own) };
}

/** Begins a new file, unless another process has done so meanwhile; only for the holder of the lock. */
function openAnew(recorder: Recorder, place: TrailPlace): Trail {
  const { isDaily, fullBytes } = recorder.limits;
  const full = openFile(recorder, place);
  const isDue = isRotationDue(full.fd, isDaily, fullBytes);
  if (!isDue) return { ...newTrail(recorder, place), ...full, hasRotated: false };
  try {
    rotate(place, full.fd);
  } finally {
    closeSync(full.fd);
  }
  return { ...newTrail(recorder, place), ...openFile(recorder, place), hasRotated: true };
}

/** A shared trail needs the user's own directory as well. */
function makeOwn({ file, own, isShared }: TrailPlace): void {
  try {
    makeDirectory(own);
  } catch (cause) {
    if (!isShared) throw cause;
    const what = `needs ${own}, which can't be made: ${errorWords(cause)}`;
    throw trailFault(file, what, `look at: ls -ld ${pathWord(dirname(own))}`, cause);
  }
}

function openChecked(recorder: Recorder, place: TrailPlace): Trail {
  const ownership = ownershipOf(recorder.directories.account);
  makeOwn(place);
  for (const directory of new Set([place.own, dirname(place.file)])) {
    refuseFlaw(place.file, directoryFlaw(directory, statSync(directory), ownership));
  }
  const { space, isDaily, fullBytes } = recorder.limits;
  requireSpace(place, space);
  const opened = openFile(recorder, place);
  if (place.isShared || !isRotationDue(opened.fd, isDaily, fullBytes)) {
    return { ...newTrail(recorder, place), ...opened, hasRotated: false };
  }
  closeSync(opened.fd);
  return withLock(lockPath(place), () => openAnew(recorder, place));
}

/** What keeps anything from being written there, the lock as well. */
const OF_THE_PLACE = ["EACCES", "EDQUOT", "EIO", "ENOENT", "ENOSPC", "EPERM", "EROFS"];

/** Whether a fault is about the lock alone: somebody holds it, or something else stands in its place. */
export function isOfLock(fault: WardFault): boolean {
  const code = errorCode(fault.cause);
  return fault.code.startsWith("lock-") && (code === null || !OF_THE_PLACE.includes(code));
}

/** What a lock could not be made for: the system's error, or a holder that does not let go. */
function lockFault(place: TrailPlace, account: Account | null, fault: WardFault): WardFault {
  const { file } = place;
  if (isOfLock(fault)) {
    const what = `can't be locked, so nothing was run: ${fault.message}`;
    return trailFault(file, what, fault.hint ?? trailHint(place, account, fault), fault);
  }
  const what = `can't be written, so nothing was run: ${errorWords(fault.cause)}`;
  return trailFault(file, what, trailHint(place, account, fault.cause), fault.cause);
}

/**
 * Shows that rows can be added now: nobody keeps the lock. Before anything is asked of the host.
 * @throws WardFault `audit-unwritable`, exit 125
 */
export function proveTrail({ place, recorder }: Trail): void {
  try {
    withLock(lockPath(place), () => {});
  } catch (cause) {
    const { account } = recorder.directories;
    throw cause instanceof WardFault ? lockFault(place, account, cause) : cause;
  }
}

/**
 * Opens the trail before anything is asked or run; makes the user's own directory and file where they are missing,
 * and begins a new file where the old one is full.
 * @param recorder who writes, and where to
 * @returns the open trail
 * @throws WardFault `audit-unwritable`, `audit-full` or `audit-nowhere`, exit 125
 */
export function openTrail(recorder: Recorder): Trail {
  const place = trailPlace(recorder.directories, recorder.auditDirectory);
  const { account } = recorder.directories;
  try {
    return openChecked(recorder, place);
  } catch (cause) {
    if (cause instanceof WardFault) {
      throw cause.code.startsWith("lock-") ? lockFault(place, account, cause) : cause;
    }
    const what = `can't be opened: ${errorWords(cause)}`;
    throw trailFault(place.file, what, trailHint(place, account, cause), cause);
  }
}

/**
 * Goes on with the file that stands there now; only for the holder of the lock.
 * @param trail whose file another process may have renamed
 */
export function followTrail(trail: Trail): void {
  const there = statSync(trail.file, { throwIfNoEntry: false });
  const mine = fstatSync(trail.fd);
  if (there?.ino === mine.ino && there.dev === mine.dev) return;
  const { fd } = openFile(trail.recorder, trail.place);
  closeSync(trail.fd);
  trail.fd = fd;
}
