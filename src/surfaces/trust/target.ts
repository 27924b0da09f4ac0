// What a person names behind `wardctl trust …` → the Guardfiles that are meant, as they are now.
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findProject } from "../../host/project.ts";
import { linkPlace, trustKey } from "../../host/trust-key.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import type { Machine } from "../machine.ts";
import type { ReadFile } from "../policy.ts";
import { readPlaced } from "../read-policy.ts";

export interface Target {
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

/** A project's link keeps its own name, so that no answer reaches its target by it. */
function keyOf(path: string, machine: Machine): string {
  const link = linkPlace(path);
  return link !== null && placeOf(link, machine) === "project" ? link : trustKey(path);
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
  const key = keyOf(path, machine);
  const read = await readPlaced(placeOf(key, machine), key);
  // The directory that holds the name: the file itself may be a link out of it.
  return { key, read, project: trustKey(dirname(resolve(path))) };
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
  return isNamed ? keyOf(path, machine) : (await targetOfAnswer(path, machine)).key;
}

/** The machine as a call in that project would find it: its files are pinned as they would be then. */
export function machineIn(machine: Machine, { project, read }: Target): Machine {
  const cwd = machine.cwd ?? project;
  const isInside = cwd === project || cwd.startsWith(`${project}/`);
  const root = { root: project, guardfiles: [read.file], passedOver: [] };
  return { ...machine, project: root, cwd: isInside ? cwd : project };
}
