// A path → the bytes of a file that only the right person can have written, opened once and checked on the open handle.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { WardFault } from "../model/fault.ts";
import { fileKind } from "./file-kind.ts";
import { type Flaw, fileFlaw, type Ownership } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { pathWord } from "./path-word.ts";
import { isWithin, realpathOfHandle } from "./real-path.ts";
import { sha256 as hashOf } from "./sha256.ts";
import { errorCode, errorWords } from "./system-error.ts";

export interface ReadRules {
  /** Who may own the file and the directories on the way to it; null where the bytes are judged in another way. */
  readonly ownership: Ownership | null;
  readonly maxBytes: number;
  /** The file must not lie below this directory, links followed: the project that ward was called in. */
  readonly outside: string | null;
  /** Whether a file that is itself a link is refused; links on the way to it are followed. */
  readonly refusesLink?: true;
  /** The exit code of a fault. */
  readonly exit: number;
}

export interface TrustedFile {
  readonly path: string;
  /** Where the opened file lies, links followed. */
  readonly realpath: string;
  readonly bytes: Uint8Array;
  /** Of the bytes, in hex. */
  readonly sha256: string;
  /** Who owns it. */
  readonly uid: number;
}

function fault(path: string, rules: ReadRules, code: string, what: string, hint: string): never {
  throw new WardFault({ code, path, exit: rules.exit, message: `${path} ${what}`, hint });
}

const READING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

function open(path: string, rules: ReadRules): number {
  try {
    return openSync(path, rules.refusesLink ? READING | constants.O_NOFOLLOW : READING);
  } catch (cause) {
    if (rules.refusesLink && errorCode(cause) === "ELOOP") {
      const what = "is a symbolic link, and an answer about another place does not count here";
      return fault(path, rules, "file-is-link", what, "put a copy of the file in its place");
    }
    const message = `${path} can't be opened: ${errorWords(cause)}`;
    const isDenied = errorCode(cause) === "EACCES";
    const hint = isDenied
      ? `run: chmod u+r ${pathWord(path)}`
      : `look at: ls -ld ${pathWord(path)}`;
    throw new WardFault({ code: "file-unreadable", path, exit: rules.exit, message, hint, cause });
  }
}

/** One byte more than allowed is enough to know; a file can grow while it is read. */
function readAll(fd: number, size: number, maxBytes: number): Uint8Array {
  let buffer = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1);
  let length = 0;
  while (length < buffer.length) {
    const got = readSync(fd, buffer, length, buffer.length - length, null);
    if (got === 0) break;
    length += got;
    const hasGrown = length === buffer.length && length <= maxBytes;
    if (hasGrown) buffer = Buffer.concat([buffer], maxBytes + 1);
  }
  return buffer.subarray(0, length);
}

function readHandle(fd: number, path: string, rules: ReadRules): TrustedFile {
  const refuse = (flaw: Flaw): never =>
    fault(flaw.path, rules, "file-not-private", flaw.what, flaw.hint);
  const stats = fstatSync(fd);
  if (!stats.isFile()) {
    const what = `is ${fileKind(stats)}, not a regular file`;
    fault(path, rules, "file-not-regular", what, "move it away, or put a file in its place");
  }
  const flaw = rules.ownership && fileFlaw(path, stats, rules.ownership);
  if (flaw) refuse(flaw);
  const realpath = realpathOfHandle(fd, path);
  const onTheWay = rules.ownership && pathFlaw(path, rules.ownership);
  if (onTheWay) refuse(onTheWay);
  if (rules.outside !== null && isWithin(realpath, rules.outside)) {
    const what = `lies inside the project ${rules.outside}, which may not choose its own policy`;
    fault(path, rules, "file-in-project", what, "move it out of the project");
  }
  const bytes = readAll(fd, stats.size, rules.maxBytes);
  if (bytes.length > rules.maxBytes) {
    const what = `is larger than ${rules.maxBytes} bytes`;
    fault(path, rules, "file-too-big", what, "split it, or cut it down");
  }
  const sha256 = hashOf(bytes);
  return { path, realpath, bytes, sha256, uid: stats.uid };
}

/**
 * Opens once, never waits for a FIFO's other end, and reads from the handle that was checked.
 * @param path absolute
 * @param rules who may have written it, how long it may be, where it may not lie
 * @returns the bytes, their hash and their real place
 * @throws WardFault `file-unreadable`, `file-not-regular`, `file-not-private`, `file-too-big` or `file-in-project`
 */
export function readTrustedFile(path: string, rules: ReadRules): TrustedFile {
  const fd = open(path, rules);
  try {
    return readHandle(fd, path, rules);
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    const message = `${path} can't be read: ${errorWords(cause)}`;
    throw new WardFault({ code: "file-unreadable", path, exit: rules.exit, message, cause });
  } finally {
    closeSync(fd);
  }
}
