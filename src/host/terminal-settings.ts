// Keeps node from putting back, at its exit, the terminal settings that it found at its start.
// - The child may have changed them on purpose (stty), and behind a shell another program may have its own by now.
// - Where the terminal is gone, node's attempt ends in an abort.

import { closeSync } from "node:fs";
import { isatty } from "node:tty";

let terminals: readonly number[] | null = null;

/**
 * From now on the standard descriptors that are terminals are closed in this process's very last moment: node leaves
 * closed ones alone. Exit listeners that are added later can't write to them.
 */
export function leaveTerminalSettings(): void {
  if (terminals !== null) return;
  terminals = [0, 1, 2].filter((fd) => isatty(fd));
  process.on("exit", closeTerminals);
}

function closeTerminals(): void {
  for (const fd of terminals ?? []) {
    try {
      closeSync(fd);
    } catch {
      // It was closed before.
    }
  }
}
