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
  /** What to run or do, where it is to stay. */
  readonly mend: string;
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

type Objection = Omit<LeftOut, "entry">;

const NAME_ANOTHER = "name another directory in its place";

/** Of a directory that exists, links followed. */
function objectionTo(
  directory: string,
  usual: readonly string[],
  account: Account | null,
): Objection | null {
  const ownership = entryOwnership(account);
  const real = realpathSync(directory);
  const stats = lstatSync(real);
  if (!stats.isDirectory()) return { why: "is not a directory", mend: NAME_ANOTHER };
  const flaw = pathFlaw(directory, ownership) ?? fileFlaw(real, stats, ownership);
  if (flaw !== null) {
    const { path, what, hint } = flaw;
    return { why: path === directory ? what : `leads to ${path}, which ${what}`, mend: hint };
  }
  const project = usual.includes(directory) ? null : findProject(real, account?.home ?? null);
  if (project === null) return null;
  return { why: `lies inside the project ${project.root}`, mend: NAME_ANOTHER };
}

function judge(entry: string, usual: readonly string[], account: Account | null): Objection | null {
  if (entry === "") {
    return { why: "is empty, which means the working directory", mend: NAME_ANOTHER };
  }
  if (!isAbsolute(entry)) return { why: "is relative", mend: NAME_ANOTHER };
  try {
    return objectionTo(entry, usual, account);
  } catch (error) {
    return { why: `can't be looked at: ${errorWords(error)}`, mend: NAME_ANOTHER };
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
    objection: judge(entry, usual, account),
  }));
  return {
    kept: judged.filter(({ objection }) => objection === null).map(({ entry }) => entry),
    leftOut: judged.flatMap(({ entry, objection }) => {
      return objection === null ? [] : [{ entry, ...objection }];
    }),
  };
}
