// WARD_TRUST_EXEC → whether whoever set up this environment vouches for the project.

import type { Environment } from "./directories.ts";

export const OPT_IN = "WARD_TRUST_EXEC";

export interface OptIn {
  readonly isGiven: boolean;
  /** A line for stderr where the value is neither yes nor no; else null. */
  readonly warning: string | null;
}

const YES = ["1", "true", "yes"];
const NO = ["", "0", "false", "no"];

/**
 * @param env the environment ward was started with
 * @param ignoredBecause why it does not count here, for an agent's surface or a fixed set-up; null where it counts
 */
export function readOptIn(env: Environment, ignoredBecause: string | null): OptIn {
  const word = (env[OPT_IN] ?? "").trim().toLowerCase();
  if (NO.includes(word)) return { isGiven: false, warning: null };
  if (ignoredBecause !== null) {
    return { isGiven: false, warning: `ignoring ${OPT_IN}: ${ignoredBecause}` };
  }
  if (YES.includes(word)) return { isGiven: true, warning: null };
  const warning = `${OPT_IN} is neither yes nor no and gives nothing; it takes 1, true or yes`;
  return { isGiven: false, warning };
}
