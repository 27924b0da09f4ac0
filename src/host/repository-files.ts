// A directory → the files of its repository from which git runs programs outside of any sandbox: configuration and hooks.
// - A work tree may hold a file in place of `.git`, which names the directory; whoever writes that file chooses the configuration.
// - Repositories of submodules lie below `.git/modules`, each with a configuration and hooks of its own.

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ProtectedPlace } from "./protected-paths.ts";
import { readReady } from "./ready-file.ts";

/** Submodules in submodules, deeper than anybody has them. */
const DEEPEST = 8;

function kindOf(path: string): "file" | "directory" | "link" | null {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return "link";
    return stats.isDirectory() ? "directory" : "file";
  } catch {
    return null;
  }
}

/** `.git` of the nearest repository upwards; null where there is none. */
function findDotGit(from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const path = join(at, ".git");
    if (kindOf(path) !== null) return path;
    if (at === dirname(at)) return null;
  }
}

function readWord(path: string): string | null {
  try {
    return (
      readReady(path)
        .toString()
        .replace(/^gitdir:\s*/, "")
        .trimEnd() || null
    );
  } catch {
    return null;
  }
}

/** What git reads in a repository's own directory. */
function ofGitDirectory(directory: string): ProtectedPlace[] {
  const places: ProtectedPlace[] = [
    { path: join(directory, "config"), isDirectory: false },
    { path: join(directory, "hooks"), isDirectory: true },
  ];
  const more = ["config.worktree", "commondir"].map((name) => join(directory, name));
  const there = more.filter((path) => kindOf(path) !== null);
  return [...places, ...there.map((path) => ({ path, isDirectory: false }))];
}

function submodules(directory: string, depth: number): string[] {
  if (depth > DEEPEST) return [];
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const path = join(directory, name);
      const isRepository = kindOf(join(path, "HEAD")) !== null;
      const inner = isRepository ? join(path, "modules") : path;
      return [...(isRepository ? [path] : []), ...submodules(inner, depth + 1)];
    });
}

function ofDotGit(dotGit: string): ProtectedPlace[] {
  const kind = kindOf(dotGit);
  if (kind !== "file") {
    const modules = submodules(join(dotGit, "modules"), 0);
    return [dotGit, ...modules].flatMap(ofGitDirectory);
  }
  const own: ProtectedPlace = { path: dotGit, isDirectory: false };
  const named = readWord(dotGit);
  if (named === null) return [own];
  const directory = resolve(dirname(dotGit), named);
  const common = readWord(join(directory, "commondir"));
  const shared = common === null ? [] : ofGitDirectory(resolve(directory, common));
  return [own, ...ofGitDirectory(directory), ...shared];
}

/** Whether a directory is itself a repository, without a work tree. */
function isBare(directory: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => kindOf(join(directory, name)) !== null);
}

/**
 * @param from an absolute directory in, or at, a repository
 * @returns the places, absolute and not followed; none where there is no repository
 */
export function repositoryFiles(from: string): readonly ProtectedPlace[] {
  const dotGit = findDotGit(from);
  const bare = isBare(from) ? ofGitDirectory(from) : [];
  return dotGit === null ? bare : [...bare, ...ofDotGit(dotGit)];
}
