// The directories and the project → every Guardfile that may have a say, as bytes or as the fault that keeps it from being read.
// - The system's directory, then the user's: all `*.kdl` but config.kdl, each checked with all directories on its way.
// - The project's: read for its hash and its path; it is mounted by nobody until a person has approved it.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Place } from "../model/policy.ts";
import { isAbsent } from "./absent.ts";
import type { Directories } from "./directories.ts";
import { directoryFlaw, type Ownership, ownershipOf, ROOT_ONLY } from "./ownership.ts";
import type { Project } from "./project.ts";
import { type ReadRules, readTrustedFile, type TrustedFile } from "./read-file.ts";
import { errorWords } from "./system-error.ts";

/** One file that is there, and is opened only when it is read. */
export interface ListedFile {
  readonly place: FoundFile["place"];
  /** The directory's where the directory itself can't be believed. */
  readonly path: string;
  read(): FoundFile;
}

/** One file that was found; `path` is the directory's where the directory itself can't be believed. */
export type FoundFile = { readonly place: Exclude<Place, "shipped">; readonly path: string } & (
  | { readonly file: TrustedFile; readonly fault: null }
  | { readonly file: null; readonly fault: WardFault }
);

/** The length limit of guardfile.md section 1.5. */
const MAX_BYTES = 256 * 1024;
const CONFIG_NAME = "config.kdl";

function attempt<T>(read: () => T): { value: T; fault: null } | { value: null; fault: WardFault } {
  try {
    return { value: read(), fault: null };
  } catch (error) {
    if (error instanceof WardFault) return { value: null, fault: error };
    throw error;
  }
}

function directoryFault(path: string, message: string, hint?: string, cause?: unknown): WardFault {
  const details = { code: "directory-unreadable", path, exit: EXIT.badGuardfile, message, cause };
  return new WardFault(hint === undefined ? details : { ...details, hint });
}

/** Names of the Guardfiles in a directory; none where it doesn't exist. */
function namesIn(directory: string, ownership: Ownership): string[] {
  try {
    const flaw = directoryFlaw(directory, statSync(directory), ownership);
    if (flaw) throw directoryFault(directory, `${directory} ${flaw.what}`, flaw.hint);
    return readdirSync(directory)
      .filter((name) => name.endsWith(".kdl") && !name.startsWith(".") && name !== CONFIG_NAME)
      .sort();
  } catch (error) {
    if (isAbsent(directory)) return [];
    if (error instanceof WardFault) throw error;
    const message = `${directory} can't be read: ${errorWords(error)}`;
    throw directoryFault(directory, message, undefined, error);
  }
}

function found(place: FoundFile["place"], path: string, read: () => TrustedFile): FoundFile {
  const { value, fault } = attempt(read);
  return fault === null ? { place, path, file: value, fault } : { place, path, file: value, fault };
}

function inDirectory(
  place: "system" | "user",
  directory: string,
  ownership: Ownership,
  outside: string | null,
): ListedFile[] {
  const names = attempt(() => namesIn(directory, ownership));
  if (names.fault !== null) {
    const broken = { place, path: directory, file: null, fault: names.fault };
    return [{ place, path: directory, read: () => broken }];
  }
  const rules = { ownership, outside, maxBytes: MAX_BYTES, exit: EXIT.badGuardfile };
  return names.value.map((name) => listed(place, join(directory, name), rules));
}

function listed(place: FoundFile["place"], path: string, rules: ReadRules): ListedFile {
  return { place, path, read: () => found(place, path, () => readTrustedFile(path, rules)) };
}

/** A link is text of the checkout: it must not share the answer that its target was given. */
export const OF_PROJECT: ReadRules = {
  ...{ ownership: null, outside: null, refusesLink: true },
  ...{ maxBytes: MAX_BYTES, exit: EXIT.badGuardfile },
};

/**
 * @param directories where system and user keep theirs
 * @param project around the working directory
 * @returns all files of places 1 to 3, in order of place and name, each with its bytes or its fault
 */
export function findGuardfiles(directories: Directories, project: Project | null): FoundFile[] {
  return listGuardfiles(directories, project).map((one) => one.read());
}

/** As `findGuardfiles`, for a caller that knows which of them it needs. */
export function listGuardfiles(directories: Directories, project: Project | null): ListedFile[] {
  const outside = project?.root ?? null;
  const system = inDirectory("system", directories.system, ROOT_ONLY, outside);
  const { config, account } = directories;
  const user = config ? inDirectory("user", config, ownershipOf(account), outside) : [];
  const own = (project?.guardfiles ?? []).map((path) => listed("project", path, OF_PROJECT));
  return [...system, ...user, ...own];
}
