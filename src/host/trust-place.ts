// The user's directory → where the trust store lies, and why its contents are not to be believed.
//
// - Opened once, never through a link, never waiting for a FIFO's other end; judged on the open handle.
// - Only the user or root owns it, nobody else may read or write it, and it has one name.
// - Every directory on the way is one in which nobody else could put another file.
// - It does not lie inside the project: a project must not vote on its own approval.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";

import { dirname, join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { hasEntry } from "./absent.ts";
import type { Directories } from "./directories.ts";
import { fileKind } from "./file-kind.ts";
import { OneTurn } from "./one-turn.ts";
import { type Ownership, octal, ownerFlaw, ownershipOf } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { pathWord } from "./path-word.ts";
import { isWithin, realpathOfHandle, realpathOr } from "./real-path.ts";
import { errorCode, errorWords } from "./system-error.ts";

export interface StorePlace {
  /** `trust.json` in the user's directory. */
  readonly file: string;
  readonly directory: string;
  readonly ownership: Ownership;
  /** Looks up the directories that the store must not lie below. */
  outside(file: string): readonly string[];
}

/**
 * @param directories of this call
 * @param outside looks up the project's directory and any other that a project may write; asked where a store is read
 * @returns null for a user id without a directory: nothing can be decided there
 */
export function storePlace(
  directories: Directories,
  outside: (file: string) => readonly string[],
): StorePlace | null {
  const { config, account } = directories;
  if (config === null) return null;
  const file = join(config, "trust.json");
  return { file, directory: config, ownership: ownershipOf(account), outside };
}

function refuse(path: string, what: string, hint: string, cause?: unknown): never {
  throw new WardFault({
    code: "store-refused",
    path,
    exit: EXIT.ownFailure,
    message: `the trust store can't be believed: ${path} ${what}`,
    hint,
    cause,
  });
}

function open(file: string): number | null {
  // Most users have none, and an error takes longer than a look.
  if (!hasEntry(file)) return null;
  const { O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  try {
    return openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    const hint = `look at: ls -ld ${pathWord(file)}`;
    if (code !== "ELOOP") refuse(file, `can't be opened: ${errorWords(cause)}`, hint, cause);
    return refuse(file, "is a symbolic link", `remove it: rm ${pathWord(file)}`, cause);
  }
}

/**
 * Reads the store's bytes; creates nothing.
 * @returns null where there is no store
 * @throws WardFault 125 `store-refused`, with the `chmod` or other command that mends it
 */
export function readStoreBytes(place: StorePlace): Buffer | null {
  const fd = open(place.file);
  if (fd === null) return null;
  try {
    judgeFile(place, fstatSync(fd));
    judgeDirectories(place);
    judgeLocation(place, realpathOfHandle(fd, place.file));
    return readFileSync(fd);
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    const hint = `look at: ls -ld ${pathWord(place.directory)} ${pathWord(place.file)}`;
    return refuse(place.file, `can't be read: ${errorWords(cause)}`, hint, cause);
  } finally {
    closeSync(fd);
  }
}

/** What was read, and null where there was none. */
const seen = new OneTurn<{ readonly bytes: Buffer | null }>();

/**
 * As `readStoreBytes`, for whoever only asks: within one turn of the event loop of a program it is read once.
 * @throws WardFault 125 `store-refused`
 */
export function seeStoreBytes(place: StorePlace): Buffer | null {
  const known = seen.get(place.file);
  if (known !== undefined) return known.bytes;
  const bytes = readStoreBytes(place);
  seen.set(place.file, { bytes });
  return bytes;
}

/** For whoever has written a store. */
export function forgetStoreBytes(): void {
  seen.clear();
}

/** Why a store is not read. */
export function newerStore({ file }: StorePlace, schemaVersion: number): string {
  return `the trust store ${file} was written by a newer ward (schema ${schemaVersion}); nothing is decided`;
}

function judgeFile({ file, ownership }: StorePlace, stats: Stats): void {
  const remove = () => `move it away: mv ${pathWord(file)} ${pathWord(`${file}.refused`)}`;
  if (!stats.isFile()) refuse(file, `is ${fileKind(stats)}, not a regular file`, remove());
  const flaw = ownerFlaw(file, stats, { ...ownership, uids: [...ownership.uids, 0] });
  if (flaw !== null) refuse(file, flaw.what, flaw.hint);
  if ((stats.mode & 0o077) !== 0) {
    const what = `is open to others (mode ${octal(stats.mode)})`;
    refuse(file, what, `run: chmod 600 ${pathWord(file)}`);
  }
  if (stats.nlink > 1) {
    refuse(file, `has ${stats.nlink} names, so it can be changed from elsewhere`, remove());
  }
}

function judgeDirectories({ directory, ownership }: StorePlace): void {
  const flaw = pathFlaw(directory, ownership);
  if (flaw !== null) refuse(flaw.path, flaw.what, flaw.hint);
}

function judgeLocation({ file, outside }: StorePlace, realpath: string): void {
  const inside = outside(realpath).find((directory) => isWithin(realpath, realpathOr(directory)));
  if (inside === undefined) return;
  const what = `lies inside ${inside}, which must not vote on its own approval`;
  refuse(file, what, "point WARD_CONFIG_DIR out of the project, or unset it");
}

/**
 * Refuses a directory that lies where no store may, before it is made.
 * @throws WardFault 125 `store-refused`
 */
export function judgeStoreLocation(place: StorePlace): void {
  judgeLocation(place, join(realpathOr(place.directory), "trust.json"));
}

/**
 * Judges the directory that a store is to be written in; it exists.
 * @throws WardFault 125 `store-refused`
 */
export function judgeStoreDirectory(place: StorePlace): void {
  try {
    judgeDirectories(place);
    judgeLocation(place, join(realpathSync(place.directory), "trust.json"));
    if (statSync(place.directory).isDirectory()) return;
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    const hint = `look at: ls -ld ${pathWord(place.directory)}`;
    refuse(place.directory, `can't be used: ${errorWords(cause)}`, hint, cause);
  }
  refuse(
    place.directory,
    "is not a directory",
    `move it away: ls -ld ${pathWord(dirname(place.directory))}`,
  );
}
