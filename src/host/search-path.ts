// A terminal's PATH → the entries that may become `search-path` in config.kdl, and why each of the others may not.
// - Relative or empty entries mean another directory in every place.
// - Inside a project, whoever wrote the project chooses the binaries. A version manager's own clone in a hidden
//   directory of the home (~/.pyenv, ~/.nvm) is none: a person put it there for good, and works on nothing in it.
// - Where others may write, here or in a directory above, they choose them.

import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, normalize, relative } from "node:path";
import type { Account } from "../model/account.ts";
import { fileFlaw, type Ownership, ownershipOf } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import { findProject, type Project, workingDirectory } from "./project.ts";
import { errorWords } from "./system-error.ts";

export interface LeftOut {
  /** As PATH has it, without double slashes and dots. */
  readonly entry: string;
  /** Completes "<entry> …". */
  readonly why: string;
  /** What to run or do, where it is to stay. */
  readonly mend: string;
  /** Whether all that speaks against it is the project that it lies in: then a person may name it all the same. */
  readonly isProjects?: true;
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
  const home = account?.home ?? null;
  const project = usual.includes(directory) ? null : findProject(real, home);
  if (project === null || isToolsOwn(project, home)) return null;
  return {
    why: `lies inside the project ${project.root}`,
    mend: "name another directory in its place, or name it in `search-path` if nobody but you decides what is put there",
    isProjects: true,
  };
}

/** Whether a repository is a tool's home and no work: hidden, right below the home, without a Guardfile, and not the one around here. */
function isToolsOwn({ root, guardfiles, passedOver }: Project, home: string | null): boolean {
  if (home === null || guardfiles.length + passedOver.length > 0) return false;
  const isHidden = /^\.[^./]/.test(relative(realpathSync(home), root));
  return isHidden && findProject(workingDirectory(), home)?.root !== root;
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
