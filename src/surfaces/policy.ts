// Turns the files that were read into the one policy of a call: the tree, and what is withheld, hidden or unapproved.
//
// 1. A file with an error gives nothing; so does each side of a conflict inside one place.
// 2. Such a file of the system or the user withholds all lower places from its root names, from all where they can't be read.
// 3. A project's file gives nothing until a person has approved it, and then under the deny lists of launcher-rules.ts.
import { hardenProject } from "../engine/launcher-rules.ts";
import {
  findConflicts,
  type HiddenWrap,
  type LeafTree,
  type PlacedGuardfile,
  plant,
} from "../engine/tree.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { WardFault } from "../model/fault.ts";
import { type Guardfile, PLACES, type Place } from "../model/policy.ts";

/** One file as it was found and parsed; `guardfile` is null where anything is wrong with it. */
export interface ReadFile {
  readonly place: Place;
  readonly file: string;
  /** Where the bytes lie, links followed; the file's own name where it is part of the installation. */
  readonly realpath: string;
  /** Of the bytes that were parsed, in hex; null where they could not be read. */
  readonly sha256: string | null;
  /** Of its surface, where that is known already. */
  readonly digest?: string;
  /** Of a file that came compiled, leaves that the call can't concern have their words alone. */
  readonly guardfile: Guardfile | null;
  /** Of a file that is not valid, the wraps without an error: nothing is ever served from them. */
  readonly sound?: Guardfile | null;
  /** Reads all leaves of such a file. */
  readonly whole?: () => Guardfile;
  readonly diagnostics: readonly Diagnostic[];
  /** What the diagnostics point into. */
  readonly text: string;
  /** The root words that it speaks of; null where they can't be read. */
  readonly roots: readonly string[] | null;
  /** Why it could not be read at all. */
  readonly fault: WardFault | null;
}

export interface Policy {
  readonly tree: LeafTree;
  readonly files: readonly ReadFile[];
  /** Files of the system, the user or the installation that give nothing because something is wrong with them. */
  readonly broken: readonly ReadFile[];
  /** A project's files that are found and not mounted. */
  readonly unapproved: readonly ReadFile[];
  readonly hidden: readonly HiddenWrap[];
}

/** Wraps that somebody wrote and that are not served; that one's own file takes the place of a shipped one is what it is for. */
export function unserved({ hidden }: Policy): readonly HiddenWrap[] {
  return hidden.filter(({ place, by }) => place !== "shipped" || by.place === "project");
}

function rank(place: Place): number {
  return PLACES.indexOf(place);
}

/** Both files of every conflict inside one place lose their policy and keep the diagnostic. */
function withConflicts(files: readonly ReadFile[]): readonly ReadFile[] {
  const diagnostics = findConflicts(placed(files));
  if (diagnostics.length === 0) return files;
  return files.map((read) => {
    const mine = diagnostics.filter(
      ({ file, related }) =>
        file === read.file || related?.some((other) => other.file === read.file) === true,
    );
    if (read.guardfile === null || mine.length === 0) return read;
    const roots = read.guardfile.wraps.flatMap((wrap) => wrap.path.slice(0, 1));
    return { ...read, guardfile: null, roots, diagnostics: [...read.diagnostics, ...mine] };
  });
}

function placed(files: readonly ReadFile[]): PlacedGuardfile[] {
  return files.flatMap(({ place, guardfile }) =>
    guardfile === null ? [] : [{ place, guardfile }],
  );
}

function withholds(broken: ReadFile, place: Place, root: string): boolean {
  const isLower = rank(place) > rank(broken.place);
  return isLower && speaksOf(broken, root);
}

/** Whether a file may hold wraps of this root word. */
export function speaksOf(read: ReadFile, root: string): boolean {
  return read.roots === null || read.roots.includes(root);
}

/** Whether a mounted wrap holds the first of these words, so that its own policy speaks for the call. */
export function isServed({ tree }: Policy, words: readonly string[]): boolean {
  let node = tree.root;
  for (const word of words) {
    const next = node.children.get(word);
    if (next === undefined) return false;
    if (next.wrap !== null) return true;
    node = next;
  }
  return false;
}

/** The file without the wraps that a broken file of a higher place withholds. */
function withoutWithheld(read: ReadFile, broken: readonly ReadFile[]): ReadFile {
  if (read.guardfile === null) return read;
  const wraps = read.guardfile.wraps.filter(
    (wrap) => !broken.some((other) => withholds(other, read.place, wrap.path[0] ?? "")),
  );
  return { ...read, guardfile: { ...read.guardfile, wraps } };
}

/** As it is planted: what a project wraps can't be opened by its own words alone. */
function hardened(read: ReadFile): ReadFile {
  const { place, guardfile } = read;
  if (place !== "project" || guardfile === null) return read;
  return { ...read, guardfile: hardenProject(guardfile) };
}

/**
 * @param files every file that was found, valid or not, of all places
 * @param approved names of the project's files that a person has approved as they are
 * @returns the policy; what it does not mount does not exist for a call
 */
export function assemblePolicy(
  files: readonly ReadFile[],
  approved: ReadonlySet<string> = new Set(),
): Policy {
  const isProjects = (read: ReadFile) => read.place === "project";
  const own = withConflicts(files.filter((read) => !isProjects(read)));
  const projects = withConflicts(files.filter(isProjects));
  const broken = own.filter((read) => read.guardfile === null);
  const mounted = projects.filter(({ file }) => approved.has(file)).map(hardened);
  const serving = [...own, ...mounted].map((read) => withoutWithheld(read, broken));
  const { tree, hidden } = plant(placed(serving));
  const unapproved = projects.filter((read) => !approved.has(read.file) || read.guardfile === null);
  return { tree, files: [...own, ...projects], broken, unapproved, hidden };
}

/**
 * @param guardfiles that a program brings along; they are part of it, as the shipped ones are of ward
 * @returns their policy
 */
export function policyOf(guardfiles: readonly Guardfile[]): Policy {
  const bare = { place: "shipped", sha256: null, diagnostics: [], text: "", fault: null } as const;
  return assemblePolicy(
    guardfiles.map((guardfile) => {
      const roots = guardfile.wraps.flatMap(({ path }) => path.slice(0, 1));
      return { ...bare, file: guardfile.file, realpath: guardfile.file, guardfile, roots };
    }),
  );
}
