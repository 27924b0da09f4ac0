// Reads what surrounds a call: whose account, which directories and settings, whether an agent types, which project.
import type { Environment } from "../host/directories.ts";
import { type HostConfig, readHostConfig } from "../host/host-config.ts";
import { DEFAULT_SEARCH_PATH } from "../host/resolve-binary.ts";
import { printable } from "../render/printable.ts";
import { complain } from "./stdio.ts";

export interface Machine extends HostConfig {
  readonly env: Environment;
  /** Where binaries are looked for, in order; absolute. */
  readonly searchPath: readonly string[];
  /** For `~` in messages; null where there is no entry in the password database. */
  readonly home: string | null;
}

/**
 * @param env the environment that the program was started with
 * @returns the surroundings; nothing is created, nothing is run
 * @throws WardFault where a variable names a relative directory
 */
export async function readMachine(env: Environment): Promise<Machine> {
  const parse = async (file: string, source: Uint8Array, place: "system" | "user") => {
    const { parseConfig } = await import("../language/config.ts");
    return parseConfig(file, source, place);
  };
  const config = await readHostConfig(env, { parse });
  const searchPath = config.settings.searchPath ?? DEFAULT_SEARCH_PATH;
  return { ...config, env, searchPath, home: config.directories.account?.home ?? null };
}

/** As `readMachine` of this process, for a verb of wardctl: what was not followed is said on stderr. */
export async function readOwnMachine(): Promise<Machine> {
  const machine = await readMachine(process.env);
  for (const line of machine.directories.notices) complain(`wardctl: ${printable(line)}`);
  return machine;
}
