// Keeps node from putting back, at its exit, the terminal settings that it found at its start.
// - The child may have changed them on purpose (stty), and behind a shell another program may have its own by now.
// - Where the terminal is gone, node's attempt ends in an abort.

import { closeSync } from "node:fs";

/**
 * From now on the standard descriptors are closed in ward's very last moment: node leaves closed ones alone.
 * Nothing can be written in an exit listener that is added later.
 */
export function leaveTerminalSettings(): void {
  process.once("exit", () => {
    for (const fd of [0, 1, 2]) {
      try {
        closeSync(fd);
      } catch {
        // It was closed before.
      }
    }
  });
}
