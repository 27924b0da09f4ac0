// What a person names behind `wardctl trust …` → the Guardfiles that are meant, as they are now.
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findProject } from "../../host/project.ts";
import { linkPlace, trustKey } from "../../host/trust-key.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import type { Machine } from "../machine.ts";
import { flawOf } from "../overrule.ts";
import type { ReadFile } from "../policy.ts";
import { readPlaced } from "../read-policy.ts";

export interface Target {
  /** Absolute, as it was named. */
  readonly path: string;
  /** The key of its record. */
  readonly key: string;
  readonly read: ReadFile;
  /** The directory that its files are looked for in: the project's, whoever calls from where. */
  readonly project: string;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function placeOf(key: string, machine: Machine): "project" | "user" {
  const { config } = machine.directories;
  const isUsers = config !== null && dirname(key) === trustKey(config) && key.endsWith(".kdl");
  return isUsers ? "user" : "project";
}

/** A project's link keeps its own name, so that no answer reaches its target by it; the user's own may lie elsewhere. */
function keyed(path: string, machine: Machine): { key: string; place: "project" | "user" } {
  const link = linkPlace(path);
  const place = placeOf(link ?? trustKey(path), machine);
  return { key: link !== null && place === "project" ? link : trustKey(path), place };
}

/** The user's config.kdl, which is no Guardfile and is on record all the same; null where that is not meant. */
function settingsAt(key: string, machine: Machine): ReadFile | null {
  const own = machine.configs.find(({ place, file }) => place === "user" && file.realpath === key);
  if (own === undefined) return null;
  const { path, sha256 } = own.file;
  const problem = machine.problems.find((one) => one.path === path);
  const flaw = problem === undefined ? { diagnostics: [], text: "", fault: null } : flawOf(problem);
  const guardfile = problem === undefined ? { file: path, description: null, wraps: [] } : null;
  const read = { ...flaw, file: path, realpath: key, sha256, guardfile, roots: [] };
  return { ...read, place: "user" };
}

function noProject(what: string): WardFault {
  return new WardFault({
    code: "no-guardfile",
    exit: EXIT.usage,
    message: `there is no project Guardfile ${what}`,
    hint: "name one: wardctl trust status path/to/Guardfile",
  });
}

/** The paths that are meant: a file, the Guardfiles of a directory, or those around the working directory. */
function pathsOf(path: string | undefined, machine: Machine): readonly string[] {
  if (path === undefined) {
    const found = machine.project?.guardfiles ?? [];
    if (found.length === 0) throw noProject("around the working directory");
    return found;
  }
  if (!isDirectory(path)) return [path];
  const home = machine.directories.account?.home ?? null;
  const found = findProject(trustKey(path), home)?.guardfiles ?? [];
  if (found.length === 0) throw noProject(`in or above ${path}`);
  return found;
}

async function targetOf(path: string, machine: Machine): Promise<Target> {
  const { key, place } = keyed(path, machine);
  const read = settingsAt(key, machine) ?? (await readPlaced(place, key));
  // The directory that holds the name: the file itself may be a link out of it.
  return { path: resolve(path), key, read, project: trustKey(dirname(resolve(path))) };
}

/**
 * @param path as it was typed; undefined for the project around the working directory
 * @throws WardFault 64 where no Guardfile is meant
 */
export function targetsOf(path: string | undefined, machine: Machine): Promise<Target[]> {
  return Promise.all(pathsOf(path, machine).map((one) => targetOf(one, machine)));
}

/**
 * As `targetsOf`, for an answer, which is about one file.
 * @throws WardFault 64 where several are meant
 */
export async function targetOfAnswer(path: string | undefined, machine: Machine): Promise<Target> {
  const [first, ...more] = await targetsOf(path, machine);
  if (first !== undefined && more.length === 0) return first;
  const names = [first, ...more].map((target) => target?.key).join(", ");
  throw new WardFault({
    code: "several-guardfiles",
    exit: EXIT.usage,
    message: `there are several Guardfiles here: ${names}`,
    hint: "name the one that is meant",
  });
}

/** The key of the one file that is meant; a file that is gone can be named by its path. */
export async function targetKey(path: string | undefined, machine: Machine): Promise<string> {
  const isNamed = path !== undefined && !isDirectory(path);
  return isNamed ? keyed(path, machine).key : (await targetOfAnswer(path, machine)).key;
}

/**
 * The machine as a call in that project would find it: its files are pinned as they would be then. The user's own
 * directory is no project.
 */
export function machineIn(machine: Machine, { project, read }: Target): Machine {
  if (read.place === "user") return machine;
  const cwd = machine.cwd ?? project;
  const isInside = cwd === project || cwd.startsWith(`${project}/`);
  const root = { root: project, guardfiles: [read.file], passedOver: [] };
  return { ...machine, project: root, cwd: isInside ? cwd : project };
}
