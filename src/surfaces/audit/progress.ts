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

/** One line that is written over, silent on anything but a terminal that can move its cursor. */
function terminalLine(): { show(text: () => string): void; end(): void } {
  let shownAt = steadyClock() + QUIET_MS - STEP_MS;
  let isShown = false;
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    show(text) {
      const now = steadyClock();
      if (!isTerminal || now - shownAt < STEP_MS) return;
      shownAt = now;
      isShown = true;
      write(`wardctl: ${text()}`);
    },
    end() {
      if (isShown) write("");
      isShown = false;
    },
  };
}

/**
 * @param what completes "wardctl: <what>: 42 %"
 */
export function progressLine(what: string): ProgressLine {
  const { show, end } = terminalLine();
  const part = (done: number, total: number) => (total > 0 ? Math.floor((100 * done) / total) : 0);
  return { tell: ({ done, total }) => show(() => `${what}: ${part(done, total)} %`), end };
}

/**
 * As `progressLine`, where nobody knows how much there is.
 * @param what completes "wardctl: 1234 <what>"
 */
export function countLine(what: string): { tell(count: number): void; end(): void } {
  const { show, end } = terminalLine();
  return { tell: (count) => show(() => `${count} ${what}`), end };
}
