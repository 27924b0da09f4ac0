// What one verb of wardctl is: its names, its help and its work.
import type { Command } from "commander";

export interface Verb {
  /** As typed behind `wardctl`: `check`, `audit tail`. */
  readonly name: string;
  /** One line of help. */
  readonly summary: string;
  /** A call that works, shown in the help. */
  readonly example: string;
  /** Declares arguments and options. */
  declare(command: Command): void;
  /**
   * @param command holds the arguments and options that were given
   * @returns the exit code
   */
  run(command: Command): Promise<number>;
}
