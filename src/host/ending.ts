// A run that has to end → SIGTERM for all of it, SIGKILL 3 s later for what is left, and word when nothing is.
// - What is stopped would not hear of it, so it is continued.

import { setTimeout as pause } from "node:timers/promises";
import type { RunTarget } from "./run-target.ts";

export const GRACE_MS = 3000;
/** How often ward looks whether all are gone; reading the table of processes takes a few milliseconds. */
const STEP_MS = 50;
/** A process that the kernel itself can't end, in a device's hands, is not waited for any longer. */
const KILL_MS = 2000;

export class Ending {
  readonly #target: RunTarget;
  #gone: Promise<void> | null = null;
  #last: NodeJS.Signals | null = null;

  constructor(target: RunTarget) {
    this.#target = target;
  }

  /** The strongest signal that was sent so far; null before there was one. */
  get lastSignal(): NodeJS.Signals | null {
    return this.#last;
  }

  /** Asks all of it to go, once; a second call changes nothing. */
  begin(): void {
    this.#gone ??= this.#end();
  }

  /** Resolves when nothing is left; at once where the run was not to be ended. */
  async settled(): Promise<void> {
    await this.#gone;
  }

  async #end(): Promise<void> {
    this.#send("SIGTERM");
    this.#target.signal("SIGCONT");
    if (await this.#isGoneWithin(GRACE_MS)) return;
    this.#send("SIGKILL");
    await this.#isGoneWithin(KILL_MS);
  }

  #send(signal: NodeJS.Signals): void {
    this.#last = signal;
    this.#target.signal(signal);
  }

  async #isGoneWithin(limit: number): Promise<boolean> {
    for (let waited = 0; waited < limit; waited += STEP_MS) {
      await pause(STEP_MS);
      if (!this.#target.isAlive()) return true;
      // What was started since the last look is to go as well.
      if (this.#last === "SIGKILL") this.#target.signal("SIGKILL");
    }
    return false;
  }
}

/** As `Ending`, where ward itself goes and nothing can be waited for. */
export function endAtOnce(target: RunTarget): void {
  target.signal("SIGTERM");
  target.signal("SIGCONT");
  const still = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < GRACE_MS && target.isAlive(); waited += STEP_MS) {
    Atomics.wait(still, 0, 0, STEP_MS);
  }
  if (target.isAlive()) target.signal("SIGKILL");
}
