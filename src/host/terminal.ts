// The standard descriptors → whether a person can be asked, and one question asked and answered on the terminal.
//
// - Asked only where standard input and standard error are terminals, TERM is not dumb, and no agent is typing.
// - A process in the background is not asked in: reading would stop it.
// - Question and answer are on one terminal, ward's own: nobody answers what is drawn elsewhere.
// - What was typed before the question was drawn is thrown away: nobody answers what he has not seen.
// - Only `y` and `yes` are yes. Enter, `n` and `no` are no. Anything else is asked once more.
// - Ctrl-C, the end of the input and any error are no answer at all, from the moment that the question is drawn.

import { fstatSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import type { AgentSigns } from "./agent.ts";
import type { Environment } from "./directories.ts";
import { isForeground, ownTerminal } from "./process-state.ts";
import { openTerminal, say } from "./terminal-lines.ts";

/** `none` is no answer: nothing is recorded, and nothing runs. */
export type Answer = "yes" | "no" | "none";

/**
 * @param env the environment ward was started with
 * @param signs what says that an agent is typing
 * @returns whether a question would reach a person
 */
export function canAsk(env: Environment, signs: AgentSigns): boolean {
  const isPerson = signs.markers.length === 0 && env.TERM !== "dumb";
  return isPerson && isatty(0) && isatty(2) && isForeground() && isOneTerminal();
}

/** Whether the question is drawn where the answer is read: elsewhere a person would answer what he does not see. */
function isOneTerminal(): boolean {
  const own = ownTerminal();
  // The controlling terminal by its other name.
  const alias = statSync("/dev/tty", { throwIfNoEntry: false })?.rdev;
  const named = [0, 2].map((fd) => fstatSync(fd).rdev).filter((device) => device !== alias);
  return new Set(own === null ? named : [own, ...named]).size <= 1;
}

/**
 * Asks on the terminal; the child's standard output stays untouched.
 * @param text shown before the prompt, escaped already; empty where all was shown before
 * @param prompt drawn last, on the line of the answer
 * @param isApprovable false where yes may not be said here; then nothing is asked
 */
export async function askTerminal(
  text: string,
  prompt: string,
  isApprovable: boolean,
): Promise<Answer> {
  const terminal = isApprovable ? openTerminal() : null;
  if (text !== "") say(`${text}\n`);
  if (terminal === null) return "none";
  try {
    const first = readAnswer(await terminal.ask(prompt));
    if (first !== null) return first;
    return readAnswer(await terminal.ask(`Please say y or n. ${prompt}`)) ?? "none";
  } finally {
    terminal.close();
  }
}

/**
 * Shows a long text a screen at a time.
 * @param text escaped already
 * @returns whether it was shown to its end
 */
export async function pageTerminal(text: string): Promise<boolean> {
  const { rows, columns } = screenSize();
  const pages = splitPages(text.split("\n"), Math.max(rows - 2, 1), columns);
  const terminal = openTerminal();
  if (terminal === null) return false;
  try {
    for (const [index, page] of pages.entries()) {
      say(`${page.join("\n")}\n`);
      if (index === pages.length - 1) return true;
      const line = await terminal.ask(
        `-- page ${index + 1} of ${pages.length}; Enter: more, q: stop -- `,
      );
      if (line === null || line.trim().toLowerCase() === "q") return false;
    }
    return true;
  } finally {
    terminal.close();
  }
}

/** Of the screen that questions are drawn on; a terminal that does not know its size says 0, and node then nothing. */
export function screenSize(): { readonly rows: number; readonly columns: number } {
  const { rows, columns } = process.stderr;
  return { rows: rows || 24, columns: columns || 80 };
}

/** A line that is wider than the screen takes several rows of it. */
function splitPages(lines: readonly string[], rows: number, columns: number): string[][] {
  const pages: string[][] = [[]];
  let used = 0;
  for (const line of lines) {
    const needed = Math.max(1, Math.ceil([...line].length / columns));
    if (used > 0 && used + needed > rows) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(line);
    used += needed;
  }
  return pages;
}

/** Null where the line is neither yes nor no; `none` where there was no line. */
function readAnswer(line: string | null): Answer | null {
  if (line === null) return "none";
  const word = line.trim().toLowerCase();
  if (word === "y" || word === "yes") return "yes";
  return word === "" || word === "n" || word === "no" ? "no" : null;
}
