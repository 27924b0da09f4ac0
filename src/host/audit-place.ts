// Directories and settings → where a user's rows, the lock and the redaction key lie.

import { join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Directories } from "./directories.ts";

export interface TrailPlace {
  /** Rows are added to this file. */
  readonly file: string;
  /** Whether the file's directory is the administrator's, who made it, decides who reads it, and rotates. */
  readonly isShared: boolean;
  /** The user's own directory: lock, redaction key, what was shipped; in it, the file too where nothing is shared. */
  readonly own: string;
}

/**
 * @param directories of this call
 * @param auditDirectory of the system's config.kdl, or null
 * @returns where this user's rows go
 * @throws WardFault `audit-nowhere`, exit 125, where no directory is named
 */
export function trailPlace(directories: Directories, auditDirectory: string | null): TrailPlace {
  const uid = directories.account?.uid ?? process.geteuid?.() ?? 0;
  if (directories.state === null) {
    const message = `there is no place for the audit trail: the password database has no entry for user id ${uid}`;
    const hint = "set WARD_STATE_DIR to a directory of this user, or give the user id an entry";
    throw new WardFault({ code: "audit-nowhere", exit: EXIT.ownFailure, message, hint });
  }
  const own = join(directories.state, "audit");
  if (auditDirectory === null) return { file: join(own, "current.jsonl"), isShared: false, own };
  return { file: join(auditDirectory, `${uid}.jsonl`), isShared: true, own };
}

/** Held by whoever adds rows or starts a new file, and by nobody for longer than that. */
export function lockPath({ own }: TrailPlace): string {
  return join(own, "lock");
}
