// An account and its environment → the directories that hold the user's policy and trail, and one line on what was not followed.
// - The home directory is the password database's, never $HOME.
// - XDG_CONFIG_HOME, XDG_STATE_HOME, WARD_CONFIG_DIR and WARD_STATE_DIR move them for a person.
// - Whoever chooses the directory chooses the policy: where a caller may not, the variables are ignored with one line.
// - Without an entry in the password database there is no user directory, and WARD_STATE_DIR names the trail's.

import { isAbsolute, join, normalize } from "node:path";
import type { Account } from "../model/account.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Directories {
  /** `/etc/ward`. */
  readonly system: string;
  readonly account: Account | null;
  /** Holds the user's Guardfiles and config.kdl; null where there is no user directory. */
  readonly config: string | null;
  /** Holds the trail; null where nothing names one. */
  readonly state: string | null;
  /** Lines for stderr, without the program's name. */
  readonly notices: readonly string[];
}

export interface DirectoryOptions {
  readonly account: Account | null;
  /** Why the environment may not choose ("on an agent's surface (CLAUDECODE is set)"); null where it may. */
  readonly fixedBecause: string | null;
  /** Another place than /etc/ward, for tests that bring a system directory of their own. */
  readonly system?: string;
}

export const SYSTEM_DIRECTORY = "/etc/ward";

interface Asked {
  readonly variable: string;
  readonly directory: string;
}

/** What one pair of variables asks for; the ward variable names the whole directory and wins. */
function asked(env: Environment, whole: string, xdg: string): Asked | null {
  const direct = env[whole];
  if (direct) return { variable: whole, directory: direct };
  const base = env[xdg];
  return base ? { variable: xdg, directory: join(base, "ward") } : null;
}

function absolute({ variable, directory }: Asked, exit: number): string {
  if (isAbsolute(directory)) return stripSlash(normalize(directory));
  const message = `${variable} names a relative directory, ${directory}`;
  const hint = `give ${variable} an absolute path, or unset it`;
  throw new WardFault({ code: "directory-relative", exit, message, hint });
}

function stripSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A variable that asks for what holds anyway is no news. */
function ignored(choices: readonly (readonly [Asked | null, string | null])[], because: string) {
  const names = choices
    .filter(([wish, usual]) => wish && stripSlash(normalize(wish.directory)) !== usual)
    .map(([wish]) => wish?.variable);
  return names.length === 0 ? [] : [`ignoring ${names.join(" and ")}: ${because}`];
}

/**
 * @param account the user's
 * @returns where policy and trail lie when no variable moves them
 */
export function usualDirectories(account: Account): { config: string; state: string } {
  return {
    config: join(account.home, ".config/ward"),
    state: join(account.home, ".local/state/ward"),
  };
}

/**
 * @param env the environment ward was started with
 * @param options whose account it is, and whether the environment may choose
 * @returns the directories, whether they exist or not
 * @throws WardFault `directory-relative`, exit 64; 125 for the trail of a user id without an entry, who has no other
 */
export function findDirectories(env: Environment, options: DirectoryOptions): Directories {
  const { account, fixedBecause } = options;
  const system = options.system ?? SYSTEM_DIRECTORY;
  const config = asked(env, "WARD_CONFIG_DIR", "XDG_CONFIG_HOME");
  const state = asked(env, "WARD_STATE_DIR", "XDG_STATE_HOME");
  const found = (at: { config: string | null; state: string | null }, notices: string[]) => {
    return { system, account, ...at, notices };
  };
  if (account === null) {
    const isNamed = state?.variable === "WARD_STATE_DIR";
    const named = isNamed ? absolute(state, EXIT.ownFailure) : null;
    const because = "the password database has no entry for this user id";
    return found({ config: null, state: named }, ignored([[config, null]], because));
  }
  const usual = usualDirectories(account);
  if (fixedBecause !== null) {
    const pairs = [[config, usual.config] as const, [state, usual.state] as const];
    return found(usual, ignored(pairs, fixedBecause));
  }
  const at = {
    config: config === null ? usual.config : absolute(config, EXIT.usage),
    state: state === null ? usual.state : absolute(state, EXIT.usage),
  };
  return found(at, []);
}
