// A signal that ended the child → ward's own death by it, when all is written: a shell tells that from an exit code.

import { constants } from "node:os";

/**
 * The exit code that was set holds where the signal does not end this process.
 * @param signal whose default is to end a process
 */
export function dieAtExit(signal: NodeJS.Signals): void {
  process.exitCode = 128 + constants.signals[signal];
  process.once("exit", () => {
    // A listener that is taken away leaves what the system does by itself, and not what node does.
    const listener = () => {};
    process.on(signal, listener);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
