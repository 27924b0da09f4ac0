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
import { dirname, join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { AgentSigns } from "./agent.ts";
import type { Directories } from "./directories.ts";
import { fileKind } from "./file-kind.ts";
import { makeDirectory } from "./make-directory.ts";
import { directoryFlaw, type Flaw, fileFlaw, octal, ownershipOf } from "./ownership.ts";
import { pathWord } from "./path-word.ts";
import { errorCode, errorWords } from "./system-error.ts";

/** Who writes rows, and where to. */
export interface Recorder {
  readonly directories: Directories;
  /** `audit-directory` of the system's config.kdl: one file a user in it, made by the administrator or by the user's first call. */
  readonly auditDirectory: string | null;
  readonly signs: AgentSigns;
  /** Null where the working directory was deleted. */
  readonly cwd: string | null;
}

/** An open trail; `fd` belongs to audit.ts, which closes it behind the last row. */
export interface Trail {
  readonly file: string;
  readonly fd: number;
  readonly recorder: Recorder;
  /** Lines for stderr, without the program's name. */
  readonly notices: readonly string[];
}

interface TrailPlace {
  readonly file: string;
  /** Whether the directory is the administrator's, who made it and decides who reads it. */
  readonly isShared: boolean;
}

/**
 * @param directories of this call
 * @param auditDirectory of the system's config.kdl, or null
 * @returns where this user's rows go
 * @throws WardFault `audit-nowhere`, exit 125, where no directory is named
 */
export function trailPlace(directories: Directories, auditDirectory: string | null): TrailPlace {
  const uid = directories.account?.uid ?? process.geteuid?.() ?? 0;
  if (auditDirectory !== null) {
    return { file: join(auditDirectory, `${uid}.jsonl`), isShared: true };
  }
  if (directories.state !== null) {
    return { file: join(directories.state, "audit/current.jsonl"), isShared: false };
  }
  const message = `there is no place for the audit trail: the password database has no entry for user id ${uid}`;
  const hint = "set WARD_STATE_DIR to a directory of this user, or give the user id an entry";
  throw new WardFault({ code: "audit-nowhere", exit: EXIT.ownFailure, message, hint });
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

/** @returns what to do about a system error at the trail */
export function trailHint(file: string, cause: unknown): string {
  const code = errorCode(cause);
  if (code === "ENOSPC" || code === "EDQUOT") return `make room: df -h ${pathWord(dirname(file))}`;
  return `look at: ls -ld ${pathWord(dirname(file))} ${pathWord(file)}`;
}

/** Root's trail for a user may be one that the user can only append to. */
function openForRows(file: string): number {
  const { O_APPEND, O_CREAT, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDWR, O_WRONLY } = constants;
  const flags = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  try {
    return openSync(file, flags | O_RDWR, 0o600);
  } catch (error) {
    if (errorCode(error) !== "EACCES" && errorCode(error) !== "EPERM") throw error;
    return openSync(file, flags | O_WRONLY, 0o600);
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

function refuseFlaw(file: string, flaw: Flaw | null): void {
  if (flaw === null) return;
  throw trailFault(file, `can't be used: ${flaw.path} ${flaw.what}`, flaw.hint);
}

/** Rows may hold what others must not read: a file that became readable is closed again, with a word. */
function makePrivate(file: string, fd: number, stats: Stats): string[] {
  if ((stats.mode & 0o777) === 0o600 || stats.uid !== process.geteuid?.()) return [];
  fchmodSync(fd, 0o600);
  return stats.size === 0 ? [] : [`${file} had mode ${octal(stats.mode)}; it is 0600 again`];
}

function openChecked(recorder: Recorder, { file, isShared }: TrailPlace): Trail {
  const ownership = ownershipOf(recorder.directories.account);
  const directory = dirname(file);
  if (!isShared) makeDirectory(directory);
  refuseFlaw(file, directoryFlaw(directory, statSync(directory), ownership));
  const fd = openForRows(file);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) {
      const what = `is ${fileKind(stats)}, not a regular file`;
      throw trailFault(file, what, `move it away: ${pathWord(file)}`);
    }
    refuseFlaw(file, fileFlaw(file, stats, ownership));
    if (stats.size === 0) syncName(file);
    return { file, fd, recorder, notices: isShared ? [] : makePrivate(file, fd, stats) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Opens the trail before anything is asked or run; makes the user's own directory and file where they are missing.
 * @param recorder who writes, and where to
 * @returns the open trail
 * @throws WardFault `audit-unwritable` or `audit-nowhere`, exit 125
 */
export function openTrail(recorder: Recorder): Trail {
  const place = trailPlace(recorder.directories, recorder.auditDirectory);
  try {
    return openChecked(recorder, place);
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    const what = `can't be opened: ${errorWords(cause)}`;
    throw trailFault(place.file, what, trailHint(place.file, cause), cause);
  }
}
