// Judges Guardfiles as `wardctl check` does: parsed, planted, their examples run; given files alone, or all places at once.
import { basename, dirname, resolve } from "node:path";
import { type HiddenWrap, plant } from "../engine/tree.ts";
import { trustKey } from "../host/trust-key.ts";
import { unexercised } from "../lint/coverage.ts";
import { spanOfRule } from "../lint/places.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Guardfile } from "../model/policy.ts";
import { digestOf } from "./digest.ts";
import { judgeExamples } from "./examples.ts";
import { readFacts } from "./facts.ts";
import type { Machine } from "./machine.ts";
import { type Flawed, flawOf } from "./overrule.ts";
import { type ReadFile, unserved } from "./policy.ts";
import { readGiven, readGivenConfig, readPolicy } from "./read-policy.ts";
import type { OwnFile } from "./trust/record-own.ts";

export interface Checked {
  readonly files: readonly Flawed[];
  /** Wraps that a higher place keeps from being served, as `unserved` has them; empty where files were given. */
  readonly hidden: readonly HiddenWrap[];
  /** Files of the project, which nobody has approved. */
  readonly unapproved: readonly string[];
  readonly home: string | null;
  /** The user's files without an error, for the record that lets them serve agents. */
  readonly own: readonly OwnFile[];
}

/** The files that are the user's, by where they lie, and that nothing is wrong with. */
function ownFiles(files: readonly ReadFile[], machine: Machine): readonly OwnFile[] {
  const directory = machine.directories.config;
  if (directory === null) return [];
  const good = files.filter(
    ({ diagnostics, fault }) =>
      fault === null && !diagnostics.some(({ severity }) => severity === "error"),
  );
  const settings = machine.problems.length > 0 ? [] : machine.configs;
  return [
    ...good.flatMap((read) => {
      const digest = digestOf(read);
      const isOwn =
        read.place === "user" && trustKey(dirname(resolve(read.file))) === trustKey(directory);
      const { realpath, sha256 } = read;
      return isOwn && digest !== null && sha256 !== null ? [{ realpath, sha256, digest }] : [];
    }),
    ...settings
      .filter(({ place }) => place === "user")
      .map(({ file: { realpath, sha256 } }) => ({ realpath, sha256, digest: sha256 })),
  ];
}

/** How many errors there are, unreadable files included. */
export function countErrors({ files }: Checked): number {
  const severe = files.flatMap(({ diagnostics }) =>
    diagnostics.filter((one) => one.severity === "error"),
  );
  // A conflict is one error, though both of its files have it.
  return new Set(severe).size + files.filter(({ fault }) => fault !== null).length;
}

async function examplesOf(guardfile: Guardfile | null): Promise<readonly Diagnostic[]> {
  if (guardfile === null) return [];
  return judgeExamples(guardfile, await readFacts(guardfile.wraps));
}

/** The file with one error more for each example that comes out otherwise than it states. */
export async function withExamples(read: ReadFile): Promise<ReadFile> {
  const examples = await examplesOf(read.guardfile ?? read.sound ?? null);
  const diagnostics = [...read.diagnostics, ...examples].toSorted(
    (one, other) => one.span.start.offset - other.span.start.offset,
  );
  return { ...read, diagnostics };
}

/** The file with a note more for each sentence that no example exercises. */
export async function withCoverage(read: Flawed | ReadFile): Promise<Flawed | ReadFile> {
  if (!isRead(read) || read.guardfile === null || read.place === "shipped") return read;
  const { guardfile, file, text } = read;
  const silent = unexercised(guardfile, await readFacts(guardfile.wraps));
  const notes = silent.map(
    (rule): Diagnostic => ({
      code: "no-example",
      severity: "note",
      file,
      span: spanOfRule(text, rule),
      message: "no example exercises this sentence: without it every example comes out the same",
    }),
  );
  return { ...read, diagnostics: [...read.diagnostics, ...notes] };
}

/** Two wraps of one file can clash as those of two files can. */
function withClashes(read: ReadFile): ReadFile {
  if (read.guardfile === null) return read;
  const { diagnostics } = plant([{ place: "user", guardfile: read.guardfile }]);
  return { ...read, diagnostics: [...read.diagnostics, ...diagnostics] };
}

/** One file that a person names: parsed, planted alone, its examples run. */
export async function checkGiven(path: string): Promise<Flawed> {
  if (basename(path) === "config.kdl") return readGivenConfig(path);
  return withExamples(withClashes(await readGiven(path)));
}

/**
 * @param paths Guardfiles or config.kdl files, each judged alone
 */
export async function checkFiles(paths: readonly string[], machine: Machine): Promise<Checked> {
  const files = await Promise.all(paths.map(checkGiven));
  const own = ownFiles(files.filter(isRead), { ...machine, configs: [] });
  return { files, hidden: [], unapproved: [], home: null, own };
}

function isRead(file: Flawed | ReadFile): file is ReadFile {
  return "place" in file;
}

/** Judges everything that would hold for a call made here. */
export async function checkPlaces(machine: Machine): Promise<Checked> {
  const policy = await readPolicy(machine);
  const guardfiles = await Promise.all(policy.files.map(withExamples));
  const files = [...machine.problems.map(flawOf), ...guardfiles];
  const unapproved = policy.unapproved.map(({ file }) => file);
  const own = ownFiles(guardfiles, machine);
  return { files, hidden: unserved(policy), unapproved, home: machine.home, own };
}
