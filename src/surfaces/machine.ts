// Reads what surrounds a call: whose account, which directories and settings, whether an agent types, which project.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { asciiJson } from "../engine/pack-policy.ts";
import { readAccount } from "../host/account.ts";
import { wallClock } from "../host/clock.ts";
import { stampOf, type Tree } from "../host/compiled.ts";
import type { Environment } from "../host/directories.ts";
import { type HostConfig, type ParseConfig, readHostConfig } from "../host/host-config.ts";
import { readOptIn } from "../host/opt-in.ts";
import { ownershipOf, ROOT_ONLY } from "../host/ownership.ts";
import { findProject, type Project } from "../host/project.ts";
import type { TrustedFile } from "../host/read-file.ts";
import { DEFAULT_SEARCH_PATH } from "../host/resolve-binary.ts";
import type { Config } from "../model/policy.ts";
import type { Pin } from "../model/trust.ts";
import { compiledIn, settledStamp, type Unkept } from "./kept.ts";

export interface Machine extends HostConfig {
  readonly env: Environment;
  /** Where binaries are looked for, in order; absolute. */
  readonly searchPath: readonly string[];
  /**
   * For `~` in messages and nothing else: the home directory, or null where a shell would read `~` as another one, or
   * there is no entry in the password database.
   */
  readonly home: string | null;
  /** Every config.kdl that was read. */
  readonly configs: readonly ConfigSource[];
  /** Settings that had to be parsed, for later calls. */
  readonly unkept: readonly Unkept[];
  /** What the guards of an approved file have to be; left out where nothing was approved. */
  readonly guardPins?: readonly Pin[];
  /** Directories that a request may write in, absolute: no store is believed inside one. */
  readonly workspaceRoots?: readonly string[];
  /** Descriptors above 2 for the child: a program's own, never those of one that uses the library. */
  readonly descriptors?: readonly number[];
  /** Descriptors that no child may write to, since the Outcome goes where they lead. */
  readonly covered?: readonly number[];
}

export interface ConfigSource {
  readonly place: "system" | "user";
  readonly file: TrustedFile;
}

function settingsIn({ text }: Tree): Config | null {
  try {
    return JSON.parse(text) as Config;
  } catch {
    return null;
  }
}

/** The home directory, where a person's shell agrees that `~` is it. */
function tildeOf(home: string | null, { HOME }: Environment): string | null {
  return HOME === undefined || HOME === home || HOME === `${home}/` ? home : null;
}

/** Parses settings, or takes what was compiled from these very bytes. */
function settingsParser(configs: ConfigSource[], unkept: Unkept[], isFresh: boolean): ParseConfig {
  const account = readAccount();
  return async (path, bytes, place, read) => {
    configs.push({ place, file: read });
    const ownership = place === "system" ? ROOT_ONLY : ownershipOf(account);
    const directory = { directory: dirname(path), ownership };
    const stamp = settledStamp(stampOf(path), wallClock());
    const tree = isFresh ? null : compiledIn(directory).find(read);
    const known = tree === null ? null : settingsIn(tree);
    if (known !== null) return { config: known, diagnostics: [], text: "" };
    const { parseConfig } = await import("../language/config.ts");
    const parsed = parseConfig(path, bytes, place);
    if (parsed.config !== null) {
      const kept = { paths: [], tree: { digest: null, text: asciiJson(parsed.config) } };
      unkept.push({ place: directory, source: { path, sha256: read.sha256, stamp, ...kept } });
    }
    return parsed;
  };
}

/** Where the environment vouches for the project, root takes the files of whoever owns the directory: CI containers. */
function projectAround(config: HostConfig, env: Environment, home: string | null): Project | null {
  const { project, cwd } = config;
  const isVouchedFor = process.geteuid?.() === 0 && readOptIn(env, config).isGiven;
  if (!isVouchedFor || cwd === null || project === null || project.passedOver.length === 0) {
    return project;
  }
  return findProject(cwd, home, statSync(cwd).uid);
}

/**
 * @param env the environment that the program was started with
 * @param isFresh parses settings that an earlier call compiled, too
 * @returns the surroundings; nothing is created, nothing is run
 * @throws WardFault where a variable names a relative directory
 */
export async function readMachine(env: Environment, isFresh = false): Promise<Machine> {
  const unkept: Unkept[] = [];
  const configs: ConfigSource[] = [];
  const config = await readHostConfig(env, { parse: settingsParser(configs, unkept, isFresh) });
  const searchPath = config.settings.searchPath ?? DEFAULT_SEARCH_PATH;
  const home = config.directories.account?.home ?? null;
  const project = projectAround(config, env, home);
  return { ...config, project, env, searchPath, home: tildeOf(home, env), configs, unkept };
}
