// Lints Guardfiles: given ones, or those of all places; collects what lint may ask of the machine, and applies what closes holes.
import { programHazards } from "../catalogue/hazards.ts";
import { writerOf } from "../host/binary-writer.ts";
import { readFactsFile } from "../host/facts-file.ts";
import { readHazardsFile } from "../host/hazards-file.ts";
import { resolveBinary } from "../host/resolve-binary.ts";
import { readSshConfig } from "../host/ssh-config-file.ts";
import { applyFixes, lint } from "../lint/lint.ts";
import type { Knowledge } from "../lint/linted-leaf.ts";
import type { World } from "../lint/rule.ts";
import { starter } from "../lint/starter.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Finding } from "../model/finding.ts";
import type { Guardfile } from "../model/policy.ts";
import { checkGiven, withExamples } from "./checking.ts";
import { readFacts } from "./facts.ts";
import type { Machine } from "./machine.ts";
import type { Flawed } from "./overrule.ts";
import type { ReadFile } from "./policy.ts";
import { parseText, readPolicy } from "./read-policy.ts";

/** One file with what lint says of it; nothing where it has errors. */
export interface Linted {
  readonly read: Flawed & Partial<ReadFile>;
  readonly findings: readonly Finding[];
}

const { hazards, looks, names } = programHazards(readHazardsFile);

/** Whether anything is known about a program. */
export function isCatalogued(bin: string): boolean {
  return readFactsFile(bin) !== null || hazards(bin).length > 0;
}

/** The names of the programs that lint knows hazards of. */
export const cataloguedNames = names;

/** A Guardfile for a catalogued program that only looks. */
export async function madeStarter(bin: string): Promise<string> {
  const { matchWhole } = await import("../engine/patterns.ts");
  const facts = { ...(await readFacts([])), matchWhole };
  return starter(bin, looks(bin), { facts, hazards });
}

/** What is known about the programs of a Guardfile. */
export async function knowledgeOf(guardfile: Guardfile): Promise<Knowledge> {
  return { facts: await readFacts(guardfile.wraps), hazards };
}

/** What only this machine can tell; each binary is looked for once. */
export function worldOf(machine: Machine): World {
  const found = new Map<string, string | null>();
  const { home, searchPath, project } = machine;
  const find = (bin: string) => {
    const known = found.get(bin);
    if (known !== undefined) return known;
    const path = locate(bin, searchPath, project?.root ?? null);
    found.set(bin, path);
    return path;
  };
  return {
    find,
    writer: (path) => writerOf(path, machine.directories.account),
    sshConfig: home === null ? null : readSshConfig(home),
  };
}

function locate(bin: string, searchPath: readonly string[], project: string | null): string | null {
  try {
    return resolveBinary(bin, searchPath, project).file;
  } catch (thrown) {
    if (thrown instanceof WardFault) return null;
    throw thrown;
  }
}

async function lintRead(read: Linted["read"], world: World): Promise<Linted> {
  const { guardfile = null, text, diagnostics } = read;
  const isSound = diagnostics.every(({ severity }) => severity !== "error");
  if (guardfile === null || !isSound) return { read, findings: [] };
  return { read, findings: lint(guardfile, text, await knowledgeOf(guardfile), world) };
}

/** How many findings of a file `--fix` would close. */
export function closable({ findings }: Linted): number {
  return findings.filter(({ fix }) => fix?.into).length;
}

/** Whether the file was found around the working directory: whoever asked may never have read it. */
export function isFoundInProject({ read }: Linted): boolean {
  return read.place === "project";
}

const NOWHERE = { line: 1, column: 1, offset: 0 };

/**
 * @returns what keeps a file from being a policy, in the shape of findings: its errors, or at its first character why it
 * can't be read; none where it is one
 */
export function errorsOf({ read: { file, diagnostics, fault } }: Linted): readonly Finding[] {
  const about = { bin: null, subcommand: null, flags: [], effect: null, argv: null };
  const instead = (hint?: string) => (hint === undefined ? null : { text: hint, into: null });
  const severity = "error";
  const unread: readonly Finding[] =
    fault === null
      ? []
      : [
          {
            ...{ rule: fault.code, severity, file, span: { start: NOWHERE, end: NOWHERE } },
            ...{ message: fault.message, ...about, fix: instead(fault.hint) },
          },
        ];
  const errors = diagnostics.filter((one) => one.severity === "error" && one.file === file);
  return [
    ...unread,
    ...errors.map(
      ({ code, span, message, hint }): Finding => ({
        ...{ rule: code, severity, file, span, message, ...about, fix: instead(hint) },
      }),
    ),
  ];
}

/** @param paths Guardfiles, each judged as one of the user's */
export async function lintFiles(
  paths: readonly string[],
  machine: Machine,
): Promise<readonly Linted[]> {
  const world = worldOf(machine);
  const files = await Promise.all(paths.map(checkGiven));
  return Promise.all(files.map((file) => lintRead(file, world)));
}

/** Lints everything that a person wrote for a call made here; the shipped files are ward's own to answer for. */
export async function lintPlaces(machine: Machine): Promise<readonly Linted[]> {
  const world = worldOf(machine);
  const { files } = await readPolicy(machine);
  const own = files.filter(({ place }) => place !== "shipped");
  const checked = await Promise.all(own.map(withExamples));
  return Promise.all(checked.map((file) => lintRead(file, world)));
}

function notFixed(path: string, [first]: readonly Diagnostic[]): WardFault {
  const why = first === undefined ? "" : `: ${first.message}`;
  const message = `${path} would not be valid with what closes its findings${why}; it is as it was`;
  const hint = "put the lines in by hand, or part the file";
  return new WardFault({ code: "not-fixed", message, hint, path, exit: EXIT.found });
}

/** One fix can uncover another: a flag that passes only behind one that was denied. */
const MOST_ROUNDS = 5;

/**
 * @param linted a file without errors
 * @returns its text with every sentence that closes a hole; the old text where nothing can be put in
 * @throws WardFault `not-fixed` where the file would not be valid with them, as when it is as long as one may be
 */
export async function fixed({ read, findings }: Linted, machine: Machine): Promise<string> {
  const world = worldOf(machine);
  let text = read.text;
  let open = findings;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = applyFixes(text, open);
    if (next === text) return text;
    const parsed = await parseText(read.file, next);
    if (parsed.guardfile === null) throw notFixed(read.file, parsed.diagnostics);
    text = next;
    open = (await lintRead(parsed, world)).findings;
  }
  return text;
}
