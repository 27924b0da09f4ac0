// A working directory → the project around it: its own Guardfiles, and the directory that may not vote on policy.
// - The walk upwards never looks at the home directory or at `/`.
// - Guardfiles are taken only up to a filesystem boundary or a directory of another user.
// - What lies beyond still marks the project: being inside one only ever takes rights away.

import { readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isThere } from "./absent.ts";
import { isWithin, realpathOr } from "./real-path.ts";

export interface Project {
  /** The nearest directory upwards with a project Guardfile, else with `.git`. */
  readonly root: string;
  /** Absolute paths, sorted; empty where there are none or none may be taken. */
  readonly guardfiles: readonly string[];
  /** Guardfiles that are not taken, as they or their directory belong to another user or file system. */
  readonly passedOver: readonly string[];
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** @returns real paths from the directory itself up to, and without, `/` and the home directory */
export function levels(cwd: string, home: string | null): string[] {
  const end = home === null ? "/" : realpathOr(home);
  const found: string[] = [];
  for (let path = realpathOr(cwd); path !== "/" && path !== end; path = dirname(path)) {
    found.push(path);
  }
  return found;
}

function guardfilesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name === "Guardfile" || name.endsWith(".guardfile.kdl"))
      .sort()
      .map((name) => join(directory, name));
  } catch {
    return [join(directory, "Guardfile")].filter(isThere);
  }
}

/** Whether the walk may come as far as this level: everything up to it is of one owner and one file system. */
function isReached(upTo: readonly string[], owner: number): boolean {
  const all = upTo.map(statOrNull);
  return all.every((stats) => stats?.uid === owner && stats.dev === all[0]?.dev);
}

/**
 * @param cwd the working directory; null where it was deleted
 * @param home the home directory of the password database; null where there is none
 * @param owner the user id whose Guardfiles may be taken, ward's own unless said otherwise
 * @returns the project; null where no directory upwards holds a Guardfile or `.git`
 */
export function findProject(
  cwd: string | null,
  home: string | null,
  owner: number = process.geteuid?.() ?? 0,
): Project | null {
  const walked = cwd === null ? [] : levels(cwd, home);
  for (const [index, path] of walked.entries()) {
    const files = guardfilesIn(path);
    if (files.length === 0) continue;
    const isOpen = isReached(walked.slice(0, index + 1), owner);
    const isTaken = (file: string) => isOpen && (statOrNull(file)?.uid ?? owner) === owner;
    const guardfiles = files.filter(isTaken);
    return { root: path, guardfiles, passedOver: files.filter((file) => !isTaken(file)) };
  }
  const root = walked.find((path) => isThere(join(path, ".git")));
  return root === undefined ? null : { root, guardfiles: [], passedOver: [] };
}

/**
 * @param cwd the working directory; null where it was deleted
 * @returns the nearest directory upwards that holds `.git`, for the audit row; null where none does
 */
export function findRepository(cwd: string | null): string | null {
  for (let path = cwd; path !== null && path !== "/"; path = dirname(path)) {
    if (isThere(join(path, ".git"))) return path;
  }
  return null;
}

/**
 * Looks into no other directories: those upwards may hold thousands of files.
 * @param directory inside a project
 * @param home as for `findProject`
 * @param file real path
 * @returns the outermost directory from there upwards that holds the file and has a Guardfile or `.git`: whoever wrote
 * the project may write all of it; null where the file lies in none
 */
export function projectAround(directory: string, home: string | null, file: string): string | null {
  const holding = levels(directory, home).filter((level) => isWithin(file, level));
  const isOne = (level: string) => isThere(join(level, ".git")) || guardfilesIn(level).length > 0;
  return holding.findLast(isOne) ?? null;
}

/** The working directory; null where it was deleted. */
export function workingDirectory(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
