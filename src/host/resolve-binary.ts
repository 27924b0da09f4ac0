// Turns the binary that a Guardfile names into the absolute path of a file, by the search path that a person fixed.
// - The caller's PATH is never asked; entries that are relative, empty or inside the project are passed over.
// - Nothing there: exit 127. Something there that can't be executed: exit 126.

import { accessSync, constants, statSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { pathWord } from "./path-word.ts";
import { realpathOr } from "./real-path.ts";
import { errorCode } from "./system-error.ts";

/** Where binaries are looked for when config.kdl has no `search-path`: guardfile.md section 6. */
export const DEFAULT_SEARCH_PATH: readonly string[] = [
  ...new Set([
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/usr/bin",
    "/bin",
    "/usr/local/sbin",
    "/usr/sbin",
    "/sbin",
    dirname(process.execPath),
  ]),
];

/**
 * @param bin a bare name or an absolute path
 * @param searchPath absolute directories in order
 * @param project the project's directory, inside which no binary is looked for; null where there is none
 * @returns the file to execute; its links are kept, since a program may read its own name
 * @throws WardFault 127 `binary-not-found`, 126 `binary-not-executable`
 */
export function resolveBinary(
  bin: string,
  searchPath: readonly string[],
  project: string | null = null,
): { file: string } {
  const directories = searchPath.filter((entry) => isAbsolute(entry) && !isInside(entry, project));
  const files = candidates(bin, directories);
  const states = files.map(inspect);
  const file = files[states.indexOf("executable")];
  if (file !== undefined) return { file };
  const blocked = files[states.indexOf("blocked")];
  if (blocked !== undefined) throw notExecutable(blocked, "this user can't execute it");
  if (isAbsolute(bin))
    throw states[0] === "directory" ? notExecutable(bin, "it is a directory") : gone(bin);
  throw notFound(bin, searchPath, directories);
}

function candidates(bin: string, directories: readonly string[]): string[] {
  if (isAbsolute(bin)) return [bin];
  if (bin === "" || bin.includes("/")) throw new Error(`bug: relative binary ${bin} was planted`);
  return directories.map((directory) => join(directory, bin));
}

type State = "executable" | "blocked" | "directory" | "absent";

function inspect(file: string): State {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return stats.isDirectory() ? "directory" : "absent";
  } catch (error) {
    return errorCode(error) === "EACCES" ? "blocked" : "absent";
  }
  try {
    accessSync(file, constants.X_OK);
    return "executable";
  } catch {
    return "blocked";
  }
}

function isInside(directory: string, project: string | null): boolean {
  if (project === null) return false;
  const [inner, outer] = [realpathOr(directory), realpathOr(project)];
  return inner === outer || inner.startsWith(outer + sep);
}

function notExecutable(file: string, why: string): WardFault {
  return new WardFault({
    code: "binary-not-executable",
    message: `${file} is there, but ${why}`,
    hint: `look at: ls -ld ${pathWord(file)}`,
    path: file,
    exit: EXIT.notExecutable,
  });
}

function gone(file: string): WardFault {
  return new WardFault({
    code: "binary-not-found",
    message: `${file} does not exist, or is no file`,
    hint: "install it, or correct the path in the Guardfile",
    path: file,
    exit: EXIT.notFound,
  });
}

function notFound(bin: string, searchPath: readonly string[], looked: readonly string[]) {
  const skipped = searchPath.filter((entry) => !looked.includes(entry));
  const passedOver = skipped.length === 0 ? "" : `; it passed over ${skipped.join(", ")}`;
  const line = [...looked, `<the directory of ${bin}>`].map((entry) => `"${entry}"`).join(" ");
  return new WardFault({
    code: "binary-not-found",
    message: `${bin} was not found: ward looked in ${looked.join(", ") || "no directory"}${passedOver}`,
    hint: `install it, or write into config.kdl: search-path ${line}`,
    exit: EXIT.notFound,
  });
}
