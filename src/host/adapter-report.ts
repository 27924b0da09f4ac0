// What a reporting adapter's program wrote on descriptor 3 → the one line that counts: whole, short, and with this run's secret word.
// - Code that such a program loads could write there too, if the descriptor reached it; it does not know the word.
// - What looks like a report on standard output or standard error is output. No report is no good one.

import type { AdapterReport, OutcomeDenial } from "../model/outcome.ts";
import { validateOutcome } from "../model/outcome-validity.ts";

/** The longest line that is read, in UTF-16 units. */
const LONGEST = 8192;

export interface Verdict {
  /** Whether the program that was asked for was started; an explicit no takes back what was said before. */
  readonly isLaunched: boolean;
  readonly report: AdapterReport;
}

interface Line {
  readonly nonce?: unknown;
  readonly childLaunched?: unknown;
  readonly denial?: unknown;
}

function parse(line: string): Line | null {
  if (line.length > LONGEST) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

function isDenial(value: unknown): value is OutcomeDenial {
  if (typeof value !== "object" || value === null) return false;
  const denial = value as Partial<OutcomeDenial>;
  const isWhole =
    typeof denial.capability === "object" &&
    [denial.reason, denial.source, denial.nextAction].every((text) => typeof text === "string");
  const outcome = { state: "denied", kind: "enforcement_denied", enforcement: {} } as const;
  return isWhole && validateOutcome({ ...outcome, denial: value as OutcomeDenial }) === null;
}

/**
 * @param text all that came, with a newline behind each line
 * @param nonce the word that this run's program was given
 * @returns null where no line counts, several do, or the one that does makes no sense
 */
export function readVerdict(text: string, nonce: string): Verdict | null {
  const counted = text.split("\n").map(parse);
  const [line, ...more] = counted.filter((one) => one?.nonce === nonce);
  if (line == null || more.length > 0) return null;
  const { childLaunched, denial } = line;
  if (typeof childLaunched !== "boolean") return null;
  if (denial === undefined) return { isLaunched: childLaunched, report: {} };
  return isDenial(denial) ? { isLaunched: childLaunched, report: { denial } } : null;
}
