// Where a confined child may write → what in there stays as it is all the same: ward's own directories, the Guardfile, and
// the configuration and hooks of repositories.
// - What is not there yet is made, empty: else the child could make it.
// - The directories on the way become mounts of their own, for what is mounted can't be renamed, so that nobody puts
//   another one in their place.
// - A link on the way could be replaced, and no mount holds it: then the leaf does not run.

import { lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { confineFault, type View, viewOf } from "./confine-views.ts";
import { SYSTEM_DIRECTORY } from "./directories.ts";
import { isWithin } from "./real-path.ts";
import { errorCode } from "./system-error.ts";

export interface ProtectedPlace {
  /** Absolute. */
  readonly path: string;
  readonly isDirectory: boolean;
}

/** In the order in which they are mounted. */
export interface Protection {
  /** Absolute and real. */
  readonly path: string;
  readonly mayWrite: boolean;
}

function isWritten(views: readonly View[], path: string): boolean {
  return viewOf(views, path).kind === "write";
}

function statsOf(path: string) {
  try {
    return lstatSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
    throw error;
  }
}

/** All directories above a path, from the root on. */
function above(path: string): string[] {
  const upper = dirname(path);
  return upper === path ? [] : [...above(upper), upper];
}

function refuseLinks(views: readonly View[], place: ProtectedPlace): void {
  for (const path of [...above(place.path), place.path]) {
    const isLink = statsOf(path)?.isSymbolicLink() === true;
    if (!isLink || !isWritten(views, dirname(path))) continue;
    const hint = "name a narrower `write` path, or put a directory in the link's place";
    throw confineFault(path, "is a symbolic link that the leaf could replace", hint);
  }
}

/** Makes what is not there, where the child could make it; who may not make it leaves it to nobody. */
function make({ path, isDirectory }: ProtectedPlace): boolean {
  try {
    // The system's is for everybody to read: whom it is closed to, ward serves nothing.
    const mode = path === SYSTEM_DIRECTORY ? 0o755 : 0o700;
    if (isDirectory) mkdirSync(path, { recursive: true, mode });
    else writeFileSync(path, "", { flag: "wx", mode: 0o644 });
    return true;
  } catch {
    return statsOf(path) !== null;
  }
}

/** The real path of a place that is there or was made; null where it can be neither. */
function realOf(views: readonly View[], place: ProtectedPlace): string | null {
  if (statsOf(place.path) === null) {
    const nearest = above(place.path).findLast((path) => statsOf(path) !== null) ?? "/";
    if (!isWritten(views, realpathSync(nearest)) || !make(place)) return null;
  }
  return realpathSync(place.path);
}

/**
 * @param views what the child sees, in order
 * @param places what is protected, whether it is there or not
 * @returns what is mounted on top of the views: the ways first, then the places
 * @throws WardFault 125 `confine-path` where a link on the way could be replaced
 */
export function protections(
  views: readonly View[],
  places: readonly ProtectedPlace[],
): readonly Protection[] {
  const writes = views.filter(({ kind }) => kind === "write").map(({ path }) => path);
  if (writes.length === 0) return [];
  const ways = new Set<string>();
  const kept = new Set<string>();
  for (const place of places) {
    refuseLinks(views, place);
    const real = realOf(views, place);
    if (real === null) continue;
    const isOpen = isWritten(views, real) || writes.some((path) => isWithin(path, real));
    if (!isOpen) continue;
    kept.add(real);
    const { path: from, kind } = viewOf(views, real);
    if (kind !== "write") continue;
    for (const path of above(real)) if (isWithin(path, from) && path !== from) ways.add(path);
  }
  const byDepth = (one: string, other: string) => one.length - other.length;
  const inner = [...ways].filter((way) => ![...kept].some((path) => isWithin(way, path)));
  return [
    ...inner.sort(byDepth).map((path) => ({ path, mayWrite: true })),
    ...[...kept].sort(byDepth).map((path) => ({ path, mayWrite: false })),
  ];
}
