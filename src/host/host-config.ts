// The two config.kdl files and the environment → this call's settings, directories and surface.
// - The system's value wins key by key; agent markers of both count, since a marker only takes rights away.
// - The environment moves the directories only where neither file, nor an agent's marker, says otherwise; a file in the
//   place that the environment chose can forbid it as well.
// - A config.kdl that can't be read, parsed or accepted is a problem that every call answers with exit 78.

import { join } from "node:path";
import type { Account } from "../model/account.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Config } from "../model/policy.ts";
import { isAbsent } from "./absent.ts";
import { readAccount } from "./account.ts";
import { type AgentSigns, readAgent } from "./agent.ts";
import {
  type Directories,
  type Environment,
  findDirectories,
  SYSTEM_DIRECTORY,
  usualDirectories,
} from "./directories.ts";
import { type Ownership, ownershipOf, ROOT_ONLY } from "./ownership.ts";
import { findProject, type Project, workingDirectory } from "./project.ts";
import { readTrustedFile, type TrustedFile } from "./read-file.ts";

/** The language's parser, handed in: host may not import it, and it is loaded only where a file exists. */
export type ParseConfig = (
  file: string,
  source: Uint8Array,
  place: "system" | "user",
  read: TrustedFile,
) => ParsedConfig | Promise<ParsedConfig>;

export interface ParsedConfig {
  readonly config: Config | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

/** Why a config.kdl doesn't hold: the machine's trouble, or the text's. */
export type ConfigProblem =
  | { readonly path: string; readonly fault: WardFault; readonly parsed: null }
  | { readonly path: string; readonly fault: null; readonly parsed: ParsedConfig };

/** What both files say together; null and empty where neither says it. */
export type Settings = Omit<Config, "file">;

export interface HostConfig {
  readonly directories: Directories;
  /** Null where the working directory was deleted. */
  readonly cwd: string | null;
  /** Around the working directory. */
  readonly project: Project | null;
  readonly settings: Settings;
  readonly signs: AgentSigns;
  /** Why the environment may not choose policy or trail; null where it may. */
  readonly fixedBecause: string | null;
  /** Any problem at all means exit 78 for every call. */
  readonly problems: readonly ConfigProblem[];
}

export interface HostConfigOptions {
  readonly parse: ParseConfig;
  /** The user; of the password database where it is left out. */
  readonly account?: Account | null;
  /** The working directory; the process's own where it is left out. */
  readonly cwd?: string | null;
  /** Another place than /etc/ward, for tests. */
  readonly system?: string;
}

interface ReadConfig {
  readonly config: Config | null;
  readonly problem: ConfigProblem | null;
}

const MAX_BYTES = 256 * 1024;

const NO_CONFIG: ReadConfig = { config: null, problem: null };

async function readConfig(
  path: string,
  place: "system" | "user",
  trust: { readonly ownership: Ownership; readonly outside: string | null },
  parse: ParseConfig,
): Promise<ReadConfig> {
  // As a rule two of three are not there, and an error takes longer than all else that is read.
  if (isAbsent(path)) return NO_CONFIG;
  const rules = { ...trust, maxBytes: MAX_BYTES, exit: EXIT.badGuardfile };
  try {
    const read = readTrustedFile(path, rules);
    const parsed = await parse(path, read.bytes, place, read);
    const problem = parsed.config === null ? { path, fault: null, parsed } : null;
    return { config: parsed.config, problem };
  } catch (error) {
    if (!(error instanceof WardFault)) throw error;
    return { config: null, problem: isAbsent(path) ? null : { path, fault: error, parsed: null } };
  }
}

function present<T>(values: readonly (T | null | undefined)[]): T[] {
  return values.filter((value) => value !== null && value !== undefined);
}

/** The first file that says something about a key decides it. */
function merge(system: Config | null, user: Config | null): Settings {
  const files = present([system, user]);
  const first = <Key extends keyof Config>(key: Key) =>
    present(files.map((file) => file[key]))[0] ?? null;
  return {
    searchPath: first("searchPath"),
    agentMarkers: files.flatMap((file) => file.agentMarkers),
    environmentMayChoose: first("environmentMayChoose"),
    auditKeep: first("auditKeep"),
    auditSpace: first("auditSpace"),
    auditRotate: first("auditRotate"),
    shipTo: files.find((file) => file.shipTo.length > 0)?.shipTo ?? [],
    auditDirectory: system?.auditDirectory ?? null,
    areDirectoriesFixed: system?.areDirectoriesFixed ?? false,
  };
}

/** Why the environment may not choose, by the settings and signs so far. */
function whyFixed(settings: Settings, signs: AgentSigns, isBroken: boolean): string | null {
  const [marker] = signs.markers;
  if (marker !== undefined) return `an agent's surface chooses no directories (${marker} is set)`;
  if (settings.areDirectoriesFixed) return "the system's config.kdl says `directories fixed`";
  const isForbidden = settings.environmentMayChoose === false;
  if (isForbidden) return "config.kdl says `environment-may-choose #false`";
  return isBroken ? "config.kdl can't be read, so it can't allow them" : null;
}

interface Sources {
  readonly env: Environment;
  readonly account: Account | null;
  readonly systemDirectory: string;
  readonly system: ReadConfig;
}

/** What follows from the system's file and one of the user's; `because` fixes the directories whatever they say. */
function settle(from: Sources, user: ReadConfig, markers: readonly string[], because?: string) {
  const { env, account, systemDirectory } = from;
  const settings = merge(from.system.config, user.config);
  const signs = readAgent(env, [...settings.agentMarkers, ...markers]);
  const problems = present([from.system.problem, user.problem]);
  const fixedBecause = because ?? whyFixed(settings, signs, problems.length > 0);
  const options = { account, fixedBecause, system: systemDirectory };
  const directories = findDirectories(env, options);
  return { directories, settings, signs, fixedBecause, problems };
}

/**
 * Reads at most three files: the system's, that of the user's usual directory, and that of the one the environment chose.
 * @param env the environment ward was started with
 * @param options the parser, and what tests put in another place
 * @returns the settings; problems are values, as `wardctl` has to show them
 * @throws WardFault `directory-relative` (directories.ts)
 */
export async function readHostConfig(
  env: Environment,
  options: HostConfigOptions,
): Promise<HostConfig> {
  const account = options.account === undefined ? readAccount() : options.account;
  const cwd = options.cwd === undefined ? workingDirectory() : options.cwd;
  const project = findProject(cwd, account?.home ?? null);
  const outside = project?.root ?? null;
  const systemDirectory = options.system ?? SYSTEM_DIRECTORY;
  const read = (directory: string | null, place: "system" | "user", ownership: Ownership) =>
    directory === null
      ? NO_CONFIG
      : readConfig(join(directory, "config.kdl"), place, { ownership, outside }, options.parse);
  const system = await read(systemDirectory, "system", ROOT_ONLY);
  const usualPlace = account && usualDirectories(account).config;
  const usual = await read(usualPlace, "user", ownershipOf(account));
  const from = { env, account, systemDirectory, system };

  const first = { ...settle(from, usual, []), project, cwd };
  const chosenPlace = first.directories.config;
  if (chosenPlace === usualPlace) return first;
  const chosen = await read(chosenPlace, "user", ownershipOf(account));
  if (chosen.problem !== null) return { ...first, problems: [...first.problems, chosen.problem] };
  // Nothing of the usual file forbade it, or the environment would not have been followed this far.
  const second = { ...settle(from, chosen, []), project, cwd };
  if (second.directories.config === chosenPlace) return second;
  const markers = chosen.config?.agentMarkers ?? [];
  return { ...settle(from, usual, markers, second.fixedBecause ?? undefined), project, cwd };
}
