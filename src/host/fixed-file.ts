// A binary and the pins of its approval → the path to start it by, so that what was approved runs or nothing does.
//
// - Each pinned file is hashed once more, from an open handle, right before the start.
// - A native binary is then started through that very handle: a file that is swapped in between is not the one that runs.
// - A script reads its own name, and its interpreter opens it by that name: for it the second hash has to do.
// - Where no handle can be started, the name must still lead to the file that was hashed, and the outcome says so.

import { closeSync, constants, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Pin } from "../model/trust.ts";
import { realpathOrNull } from "./real-path.ts";
import { hashHandle } from "./seen-file.ts";

export interface FixedFile {
  /** What to hand to the kernel. */
  readonly path: string;
  /** Open on the bytes that were approved; null where it is started by its name. */
  readonly handle: number | null;
  /** Why a swap in the last moment would not be seen here, for the outcome; null where it would. */
  readonly degraded: string | null;
  /** To be called once the child was started, or could not be. */
  release(): void;
}

function changed(pin: Pin): WardFault {
  const path = pin.realpath ?? pin.path;
  return new WardFault({
    code: "pin-changed",
    path,
    exit: EXIT.refused,
    message: `${path} changed after it was approved, so nothing was run`,
    hint: "look at it, then call again: ward asks anew",
  });
}

/** An open handle of exactly the approved bytes. */
function openApproved(pin: Pin, realpath: string): number {
  let fd: number;
  try {
    fd = openSync(realpath, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    throw changed(pin);
  }
  if (fstatSync(fd).isFile() && hashHandle(fd) === pin.sha256) return fd;
  closeSync(fd);
  throw changed(pin);
}

function isScript(fd: number): boolean {
  const head = Buffer.alloc(2);
  readSync(fd, head, 0, 2, 0);
  return head.toString() === "#!";
}

const BY_NAME =
  "this system can't start an open file, so the approved binary was looked at right before its start and started by its name";

/** Whether the kernel starts a file by an open handle. */
function canStartHandles(): boolean {
  return process.platform === "linux" && existsSync("/proc/self/fd");
}

/** Whether a name leads to the very file, unwritten since, that a handle is open on. */
function isSame(realpath: string, fd: number): boolean {
  const open = fstatSync(fd);
  const now = statSync(realpath, { throwIfNoEntry: false });
  const fields = ["dev", "ino", "size", "mtimeMs"] as const;
  return now !== undefined && fields.every((field) => now[field] === open[field]);
}

/**
 * @param file what would be started, as it was found
 * @param pins of the leaf; none for a file that no project brought
 * @param hasHandles whether this system starts open files
 * @throws WardFault 77 `pin-changed`
 */
export function fixFile(
  file: string,
  pins: readonly Pin[],
  hasHandles: boolean = canStartHandles(),
): FixedFile {
  const binary = pins.find(({ role }) => role === "binary");
  if (binary !== undefined && realpathOrNull(file) !== binary.realpath) throw changed(binary);
  for (const pin of pins) {
    if (pin === binary || pin.sha256 === null || pin.realpath === null) continue;
    closeSync(openApproved(pin, pin.realpath));
  }
  if (binary?.sha256 == null || binary.realpath === null) return byName(file, null);
  const fd = openApproved(binary, binary.realpath);
  const isNative = !isScript(fd);
  if (isNative && hasHandles) {
    const release = () => closeSync(fd);
    return { path: `/proc/self/fd/${fd}`, handle: fd, degraded: null, release };
  }
  const isKept = isSame(binary.realpath, fd);
  closeSync(fd);
  if (!isKept) throw changed(binary);
  return byName(file, isNative ? BY_NAME : null);
}

function byName(file: string, degraded: string | null): FixedFile {
  return { path: file, handle: null, degraded, release() {} };
}
