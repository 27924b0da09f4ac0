// Reads and parses Guardfiles into the policy that holds: those of all places, or the one that a person names.
import { resolve } from "node:path";
import { seenRoots } from "../engine/withhold.ts";
import { type FoundFile, findGuardfiles } from "../host/find-guardfiles.ts";
import { readTrustedFile, type TrustedFile } from "../host/read-file.ts";
import type { Parsed, ParseOptions } from "../language/parse.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Place } from "../model/policy.ts";
import type { Machine } from "./machine.ts";
import type { Flawed } from "./overrule.ts";
import { assemblePolicy, isServed, type Policy, type ReadFile } from "./policy.ts";
import { sha256 } from "./sha256.ts";
import { readShipped } from "./shipped.ts";
import { approvedFiles } from "./trust/approved.ts";

const MAX_BYTES = 256 * 1024;

async function patternCheck(): Promise<ParseOptions> {
  const { checkPattern } = await import("../engine/patterns.ts");
  return { checkPattern };
}

/** kdljs and the engine of patterns are slow to load: only who needs them asks for them. */
async function parse(file: string, source: Uint8Array | string): Promise<Parsed & Roots> {
  const { parseGuardfile } = await import("../language/parse.ts");
  const hasPatterns = Buffer.from(source).includes("allow-arg-re");
  const parsed = parseGuardfile(file, source, hasPatterns ? await patternCheck() : {});
  return { ...parsed, roots: rootsOf(parsed) };
}

interface Roots {
  readonly roots: readonly string[] | null;
}

/** What the file speaks of, valid or not; a misspelt `wrap` may hold any root word. */
function rootsOf({ guardfile, text, diagnostics }: Parsed): readonly string[] | null {
  if (guardfile !== null) return [...new Set(guardfile.wraps.map(({ path }) => path[0] ?? ""))];
  const isMisspelt = diagnostics.some(
    ({ code, hint }) => code === "unknown-node" && hint?.includes('"wrap"') === true,
  );
  return isMisspelt ? null : seenRoots(text);
}

async function parsed(place: Place, file: string, read: TrustedFile): Promise<ReadFile> {
  const { realpath, sha256, bytes } = read;
  return { place, file, realpath, sha256, ...(await parse(file, bytes)), fault: null };
}

function unread(place: Place, file: string, fault: WardFault): ReadFile {
  const nothing = { guardfile: null, diagnostics: [], text: "", roots: null };
  return { place, file, realpath: file, sha256: null, ...nothing, fault };
}

async function fromText(place: Place, file: string, source: string): Promise<ReadFile> {
  const known = { place, file, realpath: file, sha256: sha256(source) };
  return { ...known, ...(await parse(file, source)), fault: null };
}

async function readFound(found: FoundFile): Promise<ReadFile> {
  const { place, path, file } = found;
  return file === null ? unread(place, path, found.fault) : parsed(place, path, file);
}

/**
 * @param machine says where to look
 * @returns the policy of this account, in this directory, from every file of every place; nothing is run, nobody is asked
 */
export async function readPolicy(machine: Machine): Promise<Policy> {
  const found = await Promise.all(
    findGuardfiles(machine.directories, machine.project).map(readFound),
  );
  const files = [...found, ...readShipped(null)];
  return assemblePolicy(files, approvedFiles(files, machine));
}

/**
 * As `readPolicy`, for one call: a place is only looked at where no higher one speaks for the call's words.
 * @param words root word first
 */
export async function readPolicyFor(machine: Machine, words: readonly string[]): Promise<Policy> {
  const found = findGuardfiles(machine.directories, machine.project);
  const isProjects = ({ place }: FoundFile) => place === "project";
  const higher = await Promise.all(found.filter((one) => !isProjects(one)).map(readFound));
  const policy = assemblePolicy(higher);
  if (isServed(policy, words)) return policy;
  const lower = await Promise.all(found.filter(isProjects).map(readFound));
  const files = [...higher, ...lower, ...readShipped(words)];
  return assemblePolicy(files, approvedFiles(files, machine));
}

const GIVEN = { ownership: null, outside: null, maxBytes: MAX_BYTES, exit: EXIT.badGuardfile };

function readBytes(path: string): TrustedFile | WardFault {
  try {
    return readTrustedFile(resolve(path), GIVEN);
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
  const read = readBytes(path);
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
