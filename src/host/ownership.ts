// Owner and mode of a file → why ward can't believe it, with the command that mends it.
// - It belongs to one of the expected users.
// - Nobody else may write it; a group may where it is the user's own primary group without other members.
// - A directory that others may write needs the sticky bit; `nobody` owns root's directories in a rootless container.

import { accessSync, constants, type Stats } from "node:fs";
import type { Account } from "../model/account.ts";
import { isShared } from "./groups.ts";
import { pathWord } from "./path-word.ts";

/** Who may own what ward believes. */
export interface Ownership {
  readonly uids: readonly number[];
  /** The group (any where `gid` is null) that may write it too, if nobody else is in it. */
  readonly ownGroup: { readonly gid: number | null; readonly member: string } | null;
  /** The owner that messages and `chown` name. */
  readonly name: string;
}

export interface Flaw {
  readonly path: string;
  /** Completes "<path> …". */
  readonly what: string;
  /** What to run or do. */
  readonly hint: string;
}

const NOBODY = 65534;

/** What only root writes: the system's files. */
export const ROOT_ONLY: Ownership = { uids: [0], ownGroup: null, name: "root" };

/**
 * @param account the user; null where the password database has no entry
 * @returns the ownership of files that the user, or root for him, wrote
 */
export function ownershipOf(account: Account | null): Ownership {
  const uid = process.geteuid?.() ?? 0;
  if (account === null) return { uids: [uid, 0], ownGroup: null, name: String(uid) };
  const ownGroup = { gid: account.gid, member: account.name };
  return { uids: [account.uid, 0], ownGroup, name: account.name };
}

/** A mode as chmod takes it: `0644`. */
export function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}

function writers(path: string, stats: Stats, ownership: Ownership): Flaw | null {
  const mode = octal(stats.mode);
  if ((stats.mode & 0o002) !== 0) {
    const what = `can be written by everybody (mode ${mode})`;
    return { path, what, hint: `run: chmod go-w ${pathWord(path)}` };
  }
  const own = ownership.ownGroup;
  const isOwn = own !== null && (own.gid ?? stats.gid) === stats.gid;
  if ((stats.mode & 0o020) !== 0 && !(isOwn && !isShared(stats.gid, own.member))) {
    const what = `can be written by the members of group ${stats.gid} (mode ${mode})`;
    return { path, what, hint: `run: chmod g-w ${pathWord(path)}` };
  }
  return null;
}

/**
 * @param path for the message
 * @param stats of the file or link
 * @param ownership who may own it
 * @returns that it belongs to somebody else, or null
 */
export function ownerFlaw(path: string, stats: Stats, ownership: Ownership): Flaw | null {
  if (ownership.uids.includes(stats.uid)) return null;
  const what = `belongs to user ${stats.uid}, not to ${ownership.name}`;
  return { path, what, hint: `run: chown ${ownership.name} ${pathWord(path)}` };
}

/**
 * @param path for the message
 * @param stats of the open handle
 * @param ownership who may own it
 * @returns why the bytes of this file are not to be believed, or null
 */
export function fileFlaw(path: string, stats: Stats, ownership: Ownership): Flaw | null {
  return ownerFlaw(path, stats, ownership) ?? writers(path, stats, ownership);
}

function isRootsInContainer(path: string, stats: Stats): boolean {
  if (stats.uid !== NOBODY) return false;
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/**
 * @param path for the message, and to see whether `nobody` stands for root here
 * @param stats of the directory
 * @param ownership who may own it, besides root
 * @returns why an entry of this directory could be swapped by somebody else, or null
 */
export function directoryFlaw(path: string, stats: Stats, ownership: Ownership): Flaw | null {
  const besides = { ...ownership, uids: [...ownership.uids, 0] };
  const owner = isRootsInContainer(path, stats) ? null : ownerFlaw(path, stats, besides);
  if (owner !== null) return owner;
  return (stats.mode & 0o1000) !== 0 ? null : writers(path, stats, ownership);
}
