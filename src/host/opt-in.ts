// WARD_TRUST_EXEC → whether whoever set up this environment vouches for the project.

import type { Environment } from "./directories.ts";
import type { HostConfig } from "./host-config.ts";

export const OPT_IN = "WARD_TRUST_EXEC";

export interface OptIn {
  readonly isGiven: boolean;
  /** A line for stderr where the value is neither yes nor no; else null. */
  readonly warning: string | null;
}

const YES = ["1", "true", "yes"];
const NO = ["", "0", "false", "no"];

/** Why the environment can't vouch for a project here; null where it can. */
function whyIgnored({ signs, settings }: Pick<HostConfig, "signs" | "settings">): string | null {
  const [marker] = signs.markers;
  if (marker !== undefined) return `it doesn't count on an agent's surface (${marker} is set)`;
  const isForbidden = settings.environmentMayChoose === false;
  return isForbidden ? "config.kdl says `environment-may-choose #false`" : null;
}

/**
 * @param env the environment ward was started with
 * @param config whose surface it is, and whether the environment may choose
 */
export function readOptIn(env: Environment, config: Pick<HostConfig, "signs" | "settings">): OptIn {
  const ignoredBecause = whyIgnored(config);
  const word = (env[OPT_IN] ?? "").trim().toLowerCase();
  if (NO.includes(word)) return { isGiven: false, warning: null };
  if (ignoredBecause !== null) {
    return { isGiven: false, warning: `ignoring ${OPT_IN}: ${ignoredBecause}` };
  }
  if (YES.includes(word)) return { isGiven: true, warning: null };
  const warning = `${OPT_IN} is neither yes nor no and gives nothing; it takes 1, true or yes`;
  return { isGiven: false, warning };
}
