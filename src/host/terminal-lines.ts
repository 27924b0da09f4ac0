// The terminal that ward was started on → lines that a person typed after he was asked for them.
//
// - What was typed before the question was drawn is thrown away: nobody answers what he has not seen.
// - Ctrl-C, a hang-up, the end of the input and any error are no line, from the moment that the question is drawn.

import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";
import { errorCode } from "./system-error.ts";

/** Draws text, escaped already, where a person sees it; standard output stays the child's. */
export function say(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(2, bytes, done);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
    }
  }
}

export interface Terminal {
  /** Null for Ctrl-C, the end of the input and an error. */
  ask(prompt: string): Promise<string | null>;
  close(): void;
}

/** @returns null where there is no terminal to read from; signals that mean no answer are heard from now on */
export function openTerminal(): Terminal | null {
  let input: ReadStream;
  let pending: number;
  try {
    const { O_NOCTTY, O_NONBLOCK, O_RDWR } = constants;
    pending = openSync("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK);
    input = new ReadStream(openSync("/dev/tty", O_RDWR | O_NOCTTY));
  } catch {
    return null;
  }
  input.pause();
  const stop = stopper();
  return {
    ask: (prompt) => {
      try {
        // In raw mode the kernel hands over half-typed lines too, so that none is finished by the answer.
        input.setRawMode(true);
        const early = drain(pending);
        // Drawn before the mode is put back: a quick answer, typed while that lasts, is kept and not thrown away.
        say(prompt);
        input.setRawMode(false);
        return early.includes(INTERRUPT) ? Promise.resolve(null) : readLine(input, stop);
      } catch {
        return Promise.resolve(null);
      }
    },
    close: () => {
      stop.close();
      closeSync(pending);
      input.destroy();
    },
  };
}

/** What Enter is while the terminal is in raw mode, and otherwise. */
const LINE_END = /[\r\n]/;

/** What Ctrl-C is while the terminal makes no signal of it. */
const INTERRUPT = "\x03";

interface Stopper {
  /** Who gives up on a signal from now on. */
  listen(giveUp: () => void): void;
  close(): void;
}

/** Hears the signals that mean no answer from before the question is drawn: none of them ends ward in its midst. */
function stopper(): Stopper {
  let hear = () => {};
  const stop = () => hear();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  return {
    listen: (giveUp) => {
      hear = giveUp;
    },
    close: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

/** @returns what was typed before the question, and is no answer to it */
function drain(fd: number): string {
  const bytes = Buffer.alloc(4096);
  let typed = "";
  try {
    for (;;) {
      const got = readSync(fd, bytes, 0, bytes.length, null);
      if (got === 0) return typed;
      typed += bytes.toString("latin1", 0, got);
    }
  } catch (error) {
    if (errorCode(error) !== "EAGAIN") throw error;
    return typed;
  }
}

const LONGEST_LINE = 1024;

function readLine(input: ReadStream, stop: Stopper): Promise<string | null> {
  return new Promise((resolve) => {
    let line = "";
    const finish = (answer: string | null) => {
      input.pause();
      input.removeAllListeners();
      stop.listen(() => {});
      resolve(answer);
    };
    const giveUp = () => {
      say("\n");
      finish(null);
    };
    input.on("data", (chunk) => {
      line += String(chunk);
      const end = line.search(LINE_END);
      if (line.includes(INTERRUPT)) giveUp();
      else if (end >= 0) finish(line.slice(0, end));
      else if (line.length > LONGEST_LINE) finish(null);
    });
    input.on("end", giveUp);
    input.on("error", giveUp);
    stop.listen(giveUp);
    input.resume();
  });
}
