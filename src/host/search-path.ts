// A terminal's PATH → the entries that may become `search-path` in config.kdl, and why each of the others may not.
// - Relative or empty entries mean another directory in every place.
// - Inside a project, whoever wrote the project chooses the binaries.
// - Where others may write, here or in a directory above, they choose them.

import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, normalize } from "node:path";
import type { Account } from "../model/account.ts";
import { fileFlaw, type Ownership, ownershipOf } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { findProject } from "./project.ts";
import { errorWords } from "./system-error.ts";

export interface LeftOut {
  /** As PATH has it, without double slashes and dots. */
  readonly entry: string;
  /** Completes "<entry> …". */
  readonly why: string;
}

export interface SearchPathChoice {
  readonly kept: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** On a directory of the system's own (`/usr/local/bin` of Debian) a group without members takes nothing away. */
function entryOwnership(account: Account | null): Ownership {
  const ownership = ownershipOf(account);
  return { ...ownership, ownGroup: { gid: null, member: ownership.name } };
}

/** Of a directory that exists, links followed. */
function whyNot(directory: string, usual: readonly string[], account: Account | null) {
  const ownership = entryOwnership(account);
  const real = realpathSync(directory);
  const stats = lstatSync(real);
  if (!stats.isDirectory()) return "is not a directory";
  const flaw = pathFlaw(directory, ownership) ?? fileFlaw(real, stats, ownership);
  if (flaw !== null)
    return flaw.path === directory ? flaw.what : `leads to ${flaw.path}, which ${flaw.what}`;
  const project = usual.includes(directory) ? null : findProject(real, account?.home ?? null);
  return project === null ? null : `lies inside the project ${project.root}`;
}

function judge(entry: string, usual: readonly string[], account: Account | null): string | null {
  if (entry === "") return "is empty, which means the working directory";
  if (!isAbsolute(entry)) return "is relative";
  try {
    return whyNot(entry, usual, account);
  } catch (error) {
    return `can't be looked at: ${errorWords(error)}`;
  }
}

/**
 * @param path the value of PATH
 * @param usual directories that are searched without a `search-path` too: Homebrew's is a repository, and no project
 * @param account the user; null where the password database has no entry
 * @returns the entries that may stay, each once and in order, and the others with the reason
 */
export function chooseSearchPath(
  path: string,
  usual: readonly string[],
  account: Account | null,
): SearchPathChoice {
  const entries = path
    .split(":")
    .map((entry) => entry && normalize(entry).replace(/(?<=.)\/$/, ""));
  const judged = [...new Set(entries)].map((entry) => ({
    entry,
    why: judge(entry, usual, account),
  }));
  return {
    kept: judged.filter(({ why }) => why === null).map(({ entry }) => entry),
    leftOut: judged.flatMap(({ entry, why }) => (why === null ? [] : [{ entry, why }])),
  };
}
