// The sites of a surface → the files that an approval rests on beside the Guardfile, each with its real path and hash.
//
// - The binary, the interpreters of its first line, and every fixed token or variable that names a file of the project.
// - What root owns and nobody else can write is pinned by its real path alone: an upgrade asks nothing.
// - First lines, `env` in them and the shims of node_modules/.bin are followed to what they start, and to the files of
//   the project that they hand it.

import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Pin, type Site, siteKey } from "../model/trust.ts";
import { DEEPEST, firstLine, isFollowable } from "./first-line.ts";
import { locate, type PinContext, startOf } from "./pin-context.ts";
import { peekFile, readSeen, type SeenFile } from "./seen-file.ts";
import { isHeaderless, readShim } from "./shebang.ts";

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
  const from: Following = { where, start: startOf(site, context), context, seen };
  const interpreters = file === null ? [] : startedBy(file, from, 0);
  const words = [...site.argv.slice(1).flatMap(namedBy), ...namedByEnv(site, context)];
  return [binary, ...interpreters, ...scriptPins(words, from)];
}

/** What a site's files are followed with. */
interface Following {
  readonly where: string;
  /** The directory that the leaf starts in. */
  readonly start: string;
  readonly context: PinContext;
  readonly seen: Map<string, SeenFile>;
}

/** Pins of the words that name a file of the project. */
function scriptPins(words: readonly string[], { where, start, context, seen }: Following): Pin[] {
  return words.flatMap((token) => {
    const path = projectFile(token, start, context.project);
    return path === null ? [] : [pinFile(where, "script", token, path, context, seen)];
  });
}

/** What the values of variables may name (`LD_PRELOAD`, `NODE_OPTIONS`), and the files that hold values. */
function namedByEnv({ env }: Site, { values }: PinContext): string[] {
  return env.flatMap(({ source }) => {
    if (source.kind === "provider" && source.provider === "file") return [source.address];
    const value = values?.get(source.kind === "literal" ? source.sha256 : source.address) ?? "";
    return [value, ...value.split(/[\s:=,;"']+/)];
  });
}

/** No tool has more one-letter options than this in one word. */
const MOST_LETTERS = 32;

/** A token as it stands, what stands behind the `=` of an option, and what may be attached to one of its letters. */
function namedBy(token: string): string[] {
  if (!token.startsWith("-")) return [token];
  const value = /^-[^=]*=(.+)$/s.exec(token)?.[1];
  const letters = /^-[^-]/.test(token) ? Math.min(token.length - 2, MOST_LETTERS) : 0;
  const attached = Array.from({ length: letters }, (_, at) => token.slice(at + 2));
  return [...new Set([token, ...(value === undefined ? [] : [value]), ...attached])];
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

/** Pins of what a script hands itself to: its interpreter, what `env` or a shim starts in turn, and the files they are told. */
function startedBy(file: string, from: Following, depth: number): Pin[] {
  const { where, start, context, seen } = from;
  const { head } = look(file, context, seen);
  const started = depth >= DEEPEST ? null : firstLine(head, start, context);
  if (started === null) return [];
  const interpreters = started.programs.flatMap(({ named, path }) => {
    const pin = pinFile(where, "interpreter", named, path, context, seen);
    return path === null ? [pin] : [pin, ...startedBy(path, from, depth + 1)];
  });
  const scripts = scriptPins(started.words.flatMap(namedBy), from);
  return [...interpreters, ...scripts, ...shimPins(where, file, head, context, seen)];
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

/** What the launcher rules ask about a binary. */
export interface BinaryFile {
  /** Null where it is not found. */
  readonly realpath: string | null;
  /** A shell would be handed its text. */
  readonly isHeaderless: boolean;
  /** Its first line, or that of an interpreter, starts what can't be told. */
  readonly isUntold: boolean;
}

/**
 * @param bin as a Guardfile names it
 * @param site whose leaf it is; the working directory counts where it is left out
 */
export function lookAtBinary(
  bin: string,
  context: PinContext,
  site: Pick<Site, "policy"> = { policy: null },
): BinaryFile {
  const file = locate(bin, context);
  if (file === null) return { realpath: null, isHeaderless: false, isUntold: false };
  const { realpath, head } = peekFile(file);
  const isUntold = !isFollowable(file, startOf(site, context), context);
  return { realpath, isHeaderless: isHeaderless(head), isUntold };
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
