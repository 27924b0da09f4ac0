// The standard descriptors → whether a person can be asked, and one question asked and answered on the terminal.
//
// - Asked only where standard input and standard error are terminals, TERM is not dumb, and no agent is typing.
// - A process in the background is not asked in: reading would stop it.
// - What was typed before the question was drawn is thrown away: nobody answers what he has not seen.
// - Only `y` and `yes` are yes. Enter, `n` and `no` are no. Anything else is asked once more.
// - Ctrl-C, the end of the input and any error are no answer at all.

import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import type { ReadStream } from "node:tty";
import type { AgentSigns } from "./agent.ts";
import type { Environment } from "./directories.ts";
import { isTerminal } from "./is-terminal.ts";
import { nodeTty } from "./own-place.ts";
import { isForeground } from "./process-state.ts";
import { errorCode } from "./system-error.ts";

/** `none` is no answer: nothing is recorded, and nothing runs. */
export type Answer = "yes" | "no" | "none";

/**
 * @param env the environment ward was started with
 * @param signs what says that an agent is typing
 * @returns whether a question would reach a person
 */
export function canAsk(env: Environment, signs: AgentSigns): boolean {
  const isPerson = signs.markers.length === 0 && env.TERM !== "dumb";
  return isPerson && isTerminal(0) && isTerminal(2) && isForeground();
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
  if (text !== "") say(`${text}\n`);
  if (!isApprovable) return "none";
  const terminal = openTerminal();
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
  const { rows = 24, columns = 80 } = process.stderr;
  const pages = splitPages(text.split("\n"), Math.max(rows - 2, 1), Math.max(columns, 1));
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

function say(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(2, bytes, done);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
    }
  }
}

interface Terminal {
  /** Null for Ctrl-C, the end of the input and an error. */
  ask(prompt: string): Promise<string | null>;
  close(): void;
}

function openTerminal(): Terminal | null {
  let input: ReadStream;
  let pending: number;
  try {
    const { O_NOCTTY, O_NONBLOCK, O_RDWR } = constants;
    pending = openSync("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK);
    input = new (nodeTty().ReadStream)(openSync("/dev/tty", O_RDWR | O_NOCTTY));
  } catch {
    return null;
  }
  input.pause();
  return {
    ask: (prompt) => {
      try {
        say(prompt);
        // In raw mode the kernel hands over half-typed lines too, so that none is finished by the answer.
        input.setRawMode(true);
        drain(pending);
        input.setRawMode(false);
        return readLine(input);
      } catch {
        return Promise.resolve(null);
      }
    },
    close: () => {
      closeSync(pending);
      input.destroy();
    },
  };
}

function drain(fd: number): void {
  const bytes = Buffer.alloc(4096);
  try {
    while (readSync(fd, bytes, 0, bytes.length, null) > 0);
  } catch (error) {
    if (errorCode(error) !== "EAGAIN") throw error;
  }
}

const LONGEST_LINE = 1024;

function readLine(input: ReadStream): Promise<string | null> {
  return new Promise((resolve) => {
    let line = "";
    const finish = (answer: string | null) => {
      input.pause();
      input.removeAllListeners();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, giveUp);
      resolve(answer);
    };
    const giveUp = () => {
      say("\n");
      finish(null);
    };
    input.on("data", (chunk) => {
      line += String(chunk);
      if (line.includes("\n")) finish(line.slice(0, line.indexOf("\n")));
      else if (line.length > LONGEST_LINE) finish(null);
    });
    input.on("end", giveUp);
    input.on("error", giveUp);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, giveUp);
    input.resume();
  });
}
