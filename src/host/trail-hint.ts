// A system error at the trail → what to do about it.
import { dirname } from "node:path";
import type { Account } from "../model/account.ts";
import { isAbsent, isThere } from "./absent.ts";
import type { TrailPlace } from "./audit-place.ts";
import { pathWord } from "./path-word.ts";
import { errorCode } from "./system-error.ts";

/** What root runs so that this user can add rows, as docs/audit.md has it; null where it would not help. */
function rootsLine(file: string, account: Account | null, code: string | null): string | null {
  const name = pathWord(account?.name ?? String(process.geteuid?.() ?? 0));
  const directory = dirname(file);
  const begin = `install -m 0200 -o ${name} /dev/null ${pathWord(file)}`;
  if (code === "ENOENT" && isAbsent(directory)) {
    return `install -d -m 0755 ${pathWord(directory)} && ${begin}`;
  }
  if (code !== "EACCES" && code !== "EPERM") return null;
  if (isAbsent(file)) return begin;
  // A file that is there may hold rows, which `install` would throw away.
  return code === "EACCES" && isThere(file)
    ? `chown ${name} ${pathWord(file)} && chmod u+w ${pathWord(file)}`
    : null;
}

/**
 * @param place of the trail
 * @param account the user's
 * @param cause the system's error
 * @returns what to do, as a command where there is one
 */
export function trailHint(place: TrailPlace, account: Account | null, cause: unknown): string {
  const { file, isShared } = place;
  const directory = pathWord(dirname(file));
  const code = errorCode(cause);
  if (code === "ENOSPC" || code === "EDQUOT") return `make room: df -h ${directory}`;
  const line = isShared ? rootsLine(file, account, code) : null;
  return line === null ? `look at: ls -ld ${directory} ${pathWord(file)}` : `run as root: ${line}`;
}
