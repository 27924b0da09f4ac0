// A path → the first directory or link on the way to the file that would let somebody else put another file there.

import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { OneTurn } from "./one-turn.ts";
import { directoryFlaw, type Flaw, type Ownership, ownerFlaw } from "./ownership.ts";

/** As many as the kernel follows. */
const MAX_LINKS = 40;

/** Ways that were found sound: forty files of one directory are one walk. */
const sound = new OneTurn<true>();

function isSound(directory: string, ownership: Ownership): boolean {
  return sound.get(JSON.stringify([directory, ownership])) === true;
}

function remember(directory: string, ownership: Ownership): void {
  sound.set(JSON.stringify([directory, ownership]), true);
}

/** Whether the last step leads nowhere else. */
function isPlain(path: string): boolean {
  const stats = lstatSync(path);
  return !stats.isSymbolicLink() && !stats.isDirectory();
}

/**
 * @param path absolute; the file at its end is not judged
 * @param ownership who may own the directories and links, besides root
 * @returns the first flaw on the way, or null
 * @throws what lstat and readlink throw
 */
export function pathFlaw(path: string, ownership: Ownership): Flaw | null {
  const directory = dirname(path);
  if (isSound(path, ownership)) return null;
  if (isSound(directory, ownership) && isPlain(path)) return null;
  const flaw = findFlaw(path, ownership);
  if (flaw === null) remember(directory, ownership);
  return flaw;
}

/** Follows the path as the kernel does, link by link. */
function findFlaw(path: string, ownership: Ownership): Flaw | null {
  const besides = { ...ownership, uids: [...ownership.uids, 0] };
  const words = path.split("/");
  let links = 0;
  let at = "/";
  let flaw = directoryFlaw(at, lstatSync(at), ownership);
  for (let word = words.shift(); word !== undefined && flaw === null; word = words.shift()) {
    const next = join(at, word);
    const stats = lstatSync(next);
    if (stats.isSymbolicLink()) {
      links += 1;
      if (links > MAX_LINKS) return { path: next, what: "is a circle of links", hint: "remove it" };
      flaw = ownerFlaw(next, stats, besides);
      const target = readlinkSync(next);
      if (target.startsWith("/")) at = "/";
      words.unshift(...target.split("/"));
    } else if (stats.isDirectory() && next !== at) {
      flaw = directoryFlaw(next, stats, ownership);
      at = next;
    }
  }
  return flaw;
}
