// How far a reader has come → one line on a terminal's stderr, once it takes longer than two seconds.
import { steadyClock } from "../../host/clock.ts";

const QUIET_MS = 2000;
const STEP_MS = 200;

export interface ProgressLine {
  /** @param done of `total`, in any unit */
  tell(progress: { readonly done: number; readonly total: number }): void;
  /** Takes the line away. */
  end(): void;
}

/**
 * @param what completes "wardctl: <what>: 42 %"
 * @returns silent on anything but a terminal that can move its cursor
 */
export function progressLine(what: string): ProgressLine {
  const start = steadyClock();
  let shownAt = start + QUIET_MS - STEP_MS;
  let isShown = false;
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    tell({ done, total }) {
      const now = steadyClock();
      if (!isTerminal || now - shownAt < STEP_MS) return;
      shownAt = now;
      isShown = true;
      write(`wardctl: ${what}: ${total > 0 ? Math.floor((100 * done) / total) : 0} %`);
    },
    end() {
      if (isShown) write("");
      isShown = false;
    },
  };
}
