// A reader of standard output that went away → the end that any other tool has then: death by SIGPIPE, without a word.

import { constants } from "node:os";

/**
 * Does not return where the system delivers the signal at once.
 * @returns the exit code that a shell would show for it
 */
export function endByBrokenPipe(): number {
  const listener = () => {};
  // Node ignores the signal from its start; a listener that is taken away again leaves what the system does by itself.
  process.on("SIGPIPE", listener);
  process.off("SIGPIPE", listener);
  process.kill(process.pid, "SIGPIPE");
  return 128 + constants.signals.SIGPIPE;
}
