// Finds the Guardfiles of all places and reads those that can have a say, compiled where that can be believed.
import { resolve } from "node:path";
import { packGuardfile } from "../engine/pack-policy.ts";
import {
  type FoundFile,
  findGuardfiles,
  type ListedFile,
  listGuardfiles,
  OF_PROJECT,
} from "../host/find-guardfiles.ts";
import { type ReadRules, readTrustedFile, type TrustedFile } from "../host/read-file.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Guardfile } from "../model/policy.ts";
import { compiledIn, compiledPlaceOf, keep, type Unkept } from "./kept.ts";
import { type Loaded, loadFiles } from "./load-files.ts";
import type { Machine } from "./machine.ts";
import type { Flawed } from "./overrule.ts";
import { fromText, parsed, unread } from "./parse-file.ts";
import { assemblePolicy, isServed, type Policy, type ReadFile } from "./policy.ts";
import { readShipped } from "./shipped.ts";
import { approvedFiles } from "./trust/approved.ts";
import { trustAround } from "./trust/around.ts";

const MAX_BYTES = 256 * 1024;

const NOWHERE = { line: 1, column: 1, offset: 0 };

function isPackedFrom(text: string, guardfile: Guardfile | null): boolean {
  return guardfile !== null && packGuardfile(guardfile) === text;
}

/** Parsed, with a warning where a tree of these very bytes says something else than the parser. */
async function readFresh(found: FoundFile, machine: Machine): Promise<ReadFile> {
  const { place, path, file } = found;
  if (file === null) return unread(place, path, found.fault);
  const read = await parsed(place, path, file);
  const directory = compiledPlaceOf(place, machine.directories);
  const tree = directory === null ? null : compiledIn(directory).find(file);
  const isSame = tree === null || isPackedFrom(tree.text, read.guardfile);
  if (isSame) return read;
  const differs: Diagnostic = {
    code: "compiled-differs",
    severity: "warning",
    file: path,
    span: { start: NOWHERE, end: NOWHERE },
    message: "what is kept compiled of this file is not what it says",
    hint: "find out who wrote it; `wardctl trust compile` writes it anew",
  };
  return { ...read, diagnostics: [...read.diagnostics, differs] };
}

/**
 * Parses every file of every place, and compares with what was compiled: for whoever judges or explains policies.
 * @param machine says where to look
 * @returns the policy of this account, in this directory; nothing is run, nobody is asked
 */
export async function readPolicy(machine: Machine): Promise<Policy> {
  const found = await Promise.all(
    findGuardfiles(machine.directories, machine.project).map((one) => readFresh(one, machine)),
  );
  const files = [...found, ...readShipped(null)];
  return assemblePolicy(files, approvedFiles(files, machine));
}

/**
 * Reads what can have a say in one call, and leaves what had to be parsed compiled for the next.
 * A place is only looked at where no higher one speaks for the call's words.
 * @param words root word first
 */
export async function readPolicyFor(machine: Machine, words: readonly string[]): Promise<Policy> {
  const listed = listGuardfiles(machine.directories, machine.project);
  const isProjects = ({ place }: ListedFile) => place === "project";
  const higher = await loadFiles(
    listed.filter((one) => !isProjects(one)),
    machine,
    words,
  );
  const files = higher.map(({ read }) => read);
  const policy = assemblePolicy(files);
  if (isServed(policy, words)) {
    keep([...machine.unkept, ...unkeptOf(higher)], machine);
    return policy;
  }
  const lower = await loadFiles(listed.filter(isProjects), machine, words);
  const own = [...files, ...lower.map(({ read }) => read)];
  const approved = approvedFiles(own, machine);
  // What the environment vouches for is not on record, and leaves nothing behind.
  const { isGiven } = trustAround(machine).optIn;
  const mine = lower.filter(({ read }) => approved.has(read.file) && !isGiven);
  keep([...machine.unkept, ...unkeptOf([...higher, ...mine])], machine);
  const approvedPolicy = assemblePolicy(own, approved);
  if (isServed(approvedPolicy, words)) return approvedPolicy;
  return assemblePolicy([...own, ...readShipped(words)], approved);
}

function unkeptOf(loaded: readonly Loaded[]): Unkept[] {
  return loaded.flatMap(({ unkept }) => (unkept === null ? [] : [unkept]));
}

const GIVEN = { ownership: null, outside: null, maxBytes: MAX_BYTES, exit: EXIT.badGuardfile };

function readBytes(path: string, rules: ReadRules = GIVEN): TrustedFile | WardFault {
  try {
    return readTrustedFile(resolve(path), rules);
  } catch (thrown) {
    if (thrown instanceof WardFault) return thrown;
    throw thrown;
  }
}

/**
 * A file that a person names is judged as one of the user's, whoever wrote it: nothing is ever served from it.
 * @param path as it was typed, which is also how messages name it
 */
export async function readGiven(path: string): Promise<ReadFile> {
  const read = readBytes(path);
  if (read instanceof WardFault) return unread("user", path, read);
  const file = await parsed("user", path, read);
  // There is no other file that could serve a call which this one spoils.
  return file.guardfile === null ? { ...file, roots: null } : file;
}

/**
 * Reads one file of the project or the user as it is now, whoever may write it: for a person who is about to judge it.
 * @param path absolute
 */
export async function readPlaced(place: "project" | "user", path: string): Promise<ReadFile> {
  const read = readBytes(path, place === "project" ? OF_PROJECT : GIVEN);
  return read instanceof WardFault ? unread(place, path, read) : parsed(place, path, read);
}

/** As `readGiven`, for a text that lies in no file of its own. */
export function parseText(file: string, source: string): Promise<ReadFile> {
  return fromText("user", file, source);
}

/** As `readGiven`, for a config.kdl. */
export async function readGivenConfig(path: string): Promise<Flawed> {
  const read = readBytes(path);
  if (read instanceof WardFault) return { file: path, diagnostics: [], text: "", fault: read };
  const { parseConfig } = await import("../language/config.ts");
  const { diagnostics, text } = parseConfig(path, read.bytes, "user");
  return { file: path, diagnostics, text, fault: null };
}
