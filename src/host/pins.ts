// The sites of a surface → the files that an approval rests on beside the Guardfile, each with its real path and hash.
//
// - The binary, the interpreters of its first line, and every fixed token that names a file of the project.
// - What root owns and nobody else can write is pinned by its real path alone: an upgrade asks nothing.
// - `env` in a first line and the shims of node_modules/.bin are followed to what they start.

import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { WardFault } from "../model/fault.ts";
import { type Pin, type Site, siteKey } from "../model/trust.ts";
import { resolveBinary } from "./resolve-binary.ts";
import { peekFile, readSeen, type SeenFile } from "./seen-file.ts";
import { isHeaderless, readShebang, readShim } from "./shebang.ts";

export interface PinContext {
  /** This run's working directory, which relative tokens are read against. */
  readonly cwd: string;
  /** Where the Guardfile really lies, which a leaf's own directory may be relative to; `cwd` where it is left out. */
  readonly guardfileDirectory?: string;
  /** The project's directory. */
  readonly project: string;
  readonly searchPath: readonly string[];
}

/** A script may start a script; this many steps are followed. */
const DEEPEST = 8;

/**
 * @param sites of a project Guardfile; those that name no binary have no pins
 * @param context of this run
 * @returns the pins in a fixed order, each once
 */
export function findPins(sites: readonly Site[], context: PinContext): Pin[] {
  const seen = new Map<string, SeenFile>();
  const pins = sites
    .filter((site) => site.bin !== "")
    .flatMap((site) => sitePins(site, context, seen));
  const byText = new Map(pins.map((pin) => [pinKey(pin), pin]));
  return [...byText.keys()].sort().map((key) => byText.get(key) as Pin);
}

/** Two pins are the same where this text is. */
export function pinKey({ where, role, path, realpath, sha256 }: Pin): string {
  return JSON.stringify([where, role, path, realpath, sha256]);
}

/**
 * @param recorded what an answer rests on
 * @param current what is there now, for some or all of its sites
 * @param where the sites to compare, by `siteKey`; other pins are ignored
 * @returns the pins that differ: as they are now, or, for one that is gone, as it was
 */
export function changedPins(
  recorded: readonly Pin[],
  current: readonly Pin[],
  where: ReadonlySet<string>,
): Pin[] {
  const before = new Map(
    recorded.filter((pin) => where.has(pin.where)).map((pin) => [pinKey(pin), pin]),
  );
  const now = new Map(
    current.filter((pin) => where.has(pin.where)).map((pin) => [pinKey(pin), pin]),
  );
  const fresh = [...now].filter(([key]) => !before.has(key)).map(([, pin]) => pin);
  const named = new Set(fresh.map((pin) => `${pin.where}\0${pin.path}`));
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, pin]) => pin);
  return [...fresh, ...gone.filter((pin) => !named.has(`${pin.where}\0${pin.path}`))];
}

function sitePins(site: Site, context: PinContext, seen: Map<string, SeenFile>): Pin[] {
  const where = siteKey(site);
  const file = locate(site.bin, context);
  const binary = pinFile(where, "binary", site.bin, file, context, seen);
  const interpreters = file === null ? [] : startedBy(where, file, context, seen, 0);
  const scripts = site.argv
    .slice(1)
    .flatMap(namedBy)
    .flatMap((token) => {
      const path = projectFile(token, startOf(site, context), context.project);
      return path === null ? [] : [pinFile(where, "script", token, path, context, seen)];
    });
  return [binary, ...interpreters, ...scripts];
}

/** The file that would be started, or null. */
function locate(bin: string, { searchPath, project }: PinContext): string | null {
  try {
    return resolveBinary(bin, searchPath, project).file;
  } catch (error) {
    if (error instanceof WardFault) return null;
    throw error;
  }
}

/** Where a leaf starts: the working directory, or the one that its `cwd` names. */
function startOf({ policy }: Pick<Site, "policy">, context: PinContext): string {
  const { cwd, guardfileDirectory = cwd } = context;
  const { bounds } = (policy ?? {}) as { bounds?: { cwd?: string } };
  return bounds?.cwd === undefined ? cwd : resolve(guardfileDirectory, bounds.cwd);
}

/** A token as it stands, and what stands behind the `=` of an option. */
function namedBy(token: string): string[] {
  const value = /^-[^=]*=(.+)$/s.exec(token)?.[1];
  return value === undefined ? [token] : [token, value];
}

/** Whether a word of a site's argv names a file in the project, which is pinned then; a directory is none. */
export function isPinnable(word: string, site: Pick<Site, "policy">, context: PinContext): boolean {
  return projectFile(word, startOf(site, context), context.project) !== null;
}

/** The path of a token that names a file in the project, by its own path or its real one. */
function projectFile(token: string, cwd: string, project: string): string | null {
  if (token === "" || token.includes("\0")) return null;
  const path = resolve(cwd, token);
  try {
    if (!statSync(path).isFile()) return null;
    const root = realpathSync(project);
    const isInside = [path, realpathSync(path)].some((one) => one.startsWith(`${root}/`));
    return isInside || path.startsWith(`${project}/`) ? path : null;
  } catch {
    return null;
  }
}

/** Pins of what a script hands itself to: its interpreter, and what `env` or a shim starts in turn. */
function startedBy(
  where: string,
  file: string,
  context: PinContext,
  seen: Map<string, SeenFile>,
  depth: number,
): Pin[] {
  const { head } = look(file, context, seen);
  const shebang = readShebang(head);
  if (shebang === null || depth >= DEEPEST) return [];
  const named = [shebang.interpreter, ...(shebang.program === null ? [] : [shebang.program])];
  const interpreters = named.flatMap((name) => {
    const path = locate(name, context);
    const pin = pinFile(where, "interpreter", name, path, context, seen);
    return path === null ? [pin] : [pin, ...startedBy(where, path, context, seen, depth + 1)];
  });
  return [...interpreters, ...shimPins(where, file, head, context, seen)];
}

function shimPins(
  where: string,
  file: string,
  head: string,
  context: PinContext,
  seen: Map<string, SeenFile>,
): Pin[] {
  const shim = readShim(file, head);
  if (shim === null) return [];
  const { program, scripts } = shim;
  const located = locate(program, context);
  return [
    pinFile(where, "interpreter", program, located, context, seen),
    ...scripts.map((path) => pinFile(where, "script", path, path, context, seen)),
  ];
}

/**
 * What the launcher rules ask about a binary.
 * @param bin as a Guardfile names it
 * @returns its real path, null where it is not found; and whether a shell would be handed its text
 */
export function lookAtBinary(
  bin: string,
  context: PinContext,
): { realpath: string | null; isHeaderless: boolean } {
  const file = locate(bin, context);
  if (file === null) return { realpath: null, isHeaderless: false };
  const { realpath, head } = peekFile(file);
  return { realpath, isHeaderless: isHeaderless(head) };
}

function pinFile(
  where: string,
  role: Pin["role"],
  path: string,
  file: string | null,
  context: PinContext,
  seen: Map<string, SeenFile>,
): Pin {
  if (file === null) return { where, role, path, realpath: null, sha256: null };
  const { realpath, sha256 } = look(file, context, seen);
  return { where, role, path, realpath, sha256 };
}

/** Reads a file once a run, however many sites name it. */
function look(file: string, { project }: PinContext, seen: Map<string, SeenFile>): SeenFile {
  const known = seen.get(file);
  if (known !== undefined) return known;
  const found = readSeen(file, project);
  seen.set(file, found);
  return found;
}
