// What doctor found → lines for a person: the verdict, the check, and what mends it.
import type { Checkup, Verdict } from "../model/checkup.ts";
import { clipped } from "./printable.ts";

const COLORS: Readonly<Record<Verdict, number>> = { PASS: 32, WARN: 33, FAIL: 31 };

/** Sentences name paths, which can be long. */
const MOST = 600;

/** @returns one or two lines a check, no trailing newline */
export function renderCheckups(
  all: readonly Checkup[],
  options: { readonly color: boolean } = { color: false },
): string {
  const lines = all.flatMap(({ check, verdict, says, mend }) => {
    const shown = options.color ? `\x1b[1;${COLORS[verdict]}m${verdict}\x1b[0m` : verdict;
    const head = `${shown} ${check}: ${clipped(says, MOST)}`;
    return mend === null ? [head] : [head, `     mend: ${clipped(mend, MOST)}`];
  });
  return lines.join("\n");
}
