// The files of some places, and a call → those that can have a say in it, read; the others by their paths alone.
//
// 1. A file whose stamp the index knows is not opened to learn what it wraps.
// 2. A file that can have a say is opened; its bytes' hash decides whether the compiled tree is the one of this text.
// 3. Whatever the index does not know is parsed.
import { filesInvolved } from "../engine/overlap.ts";
import { packGuardfile } from "../engine/pack-policy.ts";
import { unpackGuardfile } from "../engine/unpack-policy.ts";
import { wallClock } from "../host/clock.ts";
import { type Known, stampOf, type Tree } from "../host/compiled.ts";
import type { ListedFile } from "../host/find-guardfiles.ts";
import type { TrustedFile } from "../host/read-file.ts";
import type { Guardfile, Place, Wrap } from "../model/policy.ts";
import { digestOf } from "./digest.ts";
import { compiledIn, compiledPlaceOf, settledStamp, type Unkept } from "./kept.ts";
import type { Machine } from "./machine.ts";
import { parsed, unread } from "./parse-file.ts";
import type { ReadFile } from "./policy.ts";

export interface Loaded {
  readonly read: ReadFile;
  /** What the next call could use instead of the parser; null where there is nothing new. */
  readonly unkept: Unkept | null;
}

type Paths = readonly (readonly string[])[];

/** A file whose wraps are known, opened or not. */
interface Candidate {
  readonly paths: Paths;
  load(): Promise<Loaded>;
  /** Without its leaves, where they can have no say. */
  stub(): Loaded;
}

/**
 * @param listed the files that may be meant
 * @param machine says where trees are kept
 * @param words of the call, root word first
 */
export async function loadFiles(
  listed: readonly ListedFile[],
  machine: Machine,
  words: readonly string[],
): Promise<readonly Loaded[]> {
  const candidates = await Promise.all(listed.map((one) => candidateOf(one, machine, words)));
  const involved = filesInvolved(
    words,
    candidates.map(({ paths }) => paths),
  );
  return Promise.all(
    candidates.map((candidate, index) =>
      involved.has(index) ? candidate.load() : candidate.stub(),
    ),
  );
}

async function candidateOf(
  listed: ListedFile,
  machine: Machine,
  words: readonly string[],
): Promise<Candidate> {
  const { place, path } = listed;
  const directory = compiledPlaceOf(place, machine.directories);
  const compiled = directory === null ? null : compiledIn(directory);
  const stamp = stampOf(path);
  const known = compiled?.glance(path) ?? null;
  if (known !== null) {
    const load = () => loadFound(listed, stamp, machine, words);
    return { paths: known.paths, load, stub: () => stubOf(listed, known) };
  }
  const loaded = await loadFound(listed, stamp, machine, words);
  return {
    paths: loaded.read.guardfile?.wraps.map((wrap) => wrap.path) ?? [],
    load: async () => loaded,
    stub: () => loaded,
  };
}

/** Opens the file, and takes the tree of these bytes or parses them. */
async function loadFound(
  listed: ListedFile,
  stamp: string | null,
  machine: Machine,
  words: readonly string[],
): Promise<Loaded> {
  const { place, path } = listed;
  const found = listed.read();
  if (found.file === null) return { read: unread(place, path, found.fault), unkept: null };
  const directory = compiledPlaceOf(place, machine.directories);
  const tree = directory === null ? null : compiledIn(directory).find(found.file);
  const known = tree === null ? null : fromTree(place, found.file, tree, words);
  const read = known ?? (await parsed(place, path, found.file));
  const { guardfile } = read;
  const digest = digestOf(read);
  const settled = settledStamp(stamp, wallClock());
  // What was compiled while the file was new has no stamp yet.
  const isStamped = directory !== null && compiledIn(directory).glance(path) !== null;
  const isNews = known === null || (settled !== "" && !isStamped);
  if (directory === null || guardfile === null || digest === null || !isNews) {
    return { read, unkept: null };
  }
  const paths = guardfile.wraps.map((wrap) => wrap.path);
  const { sha256 } = found.file;
  const kept = known === null || tree === null ? { digest, text: packGuardfile(guardfile) } : tree;
  const source = { path, sha256, stamp: settled, paths, tree: kept };
  return { read, unkept: { place: directory, source } };
}

function rootsOf(paths: Paths): readonly string[] {
  return [...new Set(paths.map((path) => path[0] ?? ""))];
}

/** @returns null where the tree can't be read after all */
function fromTree(
  place: Place,
  { path, realpath, sha256 }: TrustedFile,
  { digest, text }: Tree,
  words: readonly string[],
): ReadFile | null {
  try {
    const guardfile = unpackGuardfile(text, words);
    const roots = rootsOf(guardfile.wraps.map((wrap) => wrap.path));
    const known = { place, file: path, realpath, sha256, diagnostics: [], text: "", roots };
    const whole = () => unpackGuardfile(text, null);
    return { ...known, guardfile, whole, ...(digest === null ? {} : { digest }), fault: null };
  } catch {
    return null;
  }
}

/** Holds its groups' places in the tree; a call that has to do with any of them loads the file instead. */
function stubOf({ place, path }: ListedFile, { source, paths }: Known): Loaded {
  const guardfile: Guardfile = { file: path, description: null, wraps: paths.map(emptyWrap) };
  const known = { place, file: path, realpath: path, sha256: source, diagnostics: [], text: "" };
  return { read: { ...known, guardfile, roots: rootsOf(paths), fault: null }, unkept: null };
}

const NOWHERE = { line: 1, column: 1, offset: 0 };

export function emptyWrap(path: readonly string[]): Wrap {
  return {
    path,
    form: "exec",
    ...{ leaves: [], nevers: [], guards: [], docLinks: [], examples: [], lintAllows: [] },
    describe: null,
    rule: { file: "", line: 1, column: 1, text: "" },
    span: { start: NOWHERE, end: NOWHERE },
  };
}
