// Turns trouble with the machine, or a bug of ours, into the lines that name it and say what to do next.
import type { WardFault } from "../model/fault.ts";
import { clipped } from "./printable.ts";

/**
 * @param program the program that speaks: `ward` or `wardctl`
 * @param fault what host threw
 * @returns one or two lines, no trailing newline
 */
export function renderFault(program: string, fault: WardFault): string {
  const hint = fault.hint === undefined ? "" : `\n  hint: ${clipped(fault.hint, 600)}`;
  return `${program}: ${clipped(fault.message, 1000)}${hint}`;
}

/** For anything thrown that is no WardFault: nobody but us can mend it. */
export function renderBug(program: string, thrown: unknown): string {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  const lines = text
    .split("\n")
    .slice(0, 8)
    .map((line) => `  ${clipped(line, 300)}`);
  return [`${program}: this is a bug in ward, not in your call`, ...lines].join("\n");
}
