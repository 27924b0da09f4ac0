// What was looked at on this machine, what was found, and the command that mends it.

export type Verdict = "PASS" | "WARN" | "FAIL";

export interface Checkup {
  /** Stable, kebab-case: `trail-chain`. */
  readonly check: string;
  readonly verdict: Verdict;
  /** One sentence without a full stop, not yet escaped for a terminal. */
  readonly says: string;
  /** What to run or write; null where all is well. */
  readonly mend: string | null;
}
