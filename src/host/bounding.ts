// The bounds of a leaf → how its run differs: how it is spawned, what signals do to it, when it is ended, what is kept of it.
// - Loaded for leaves alone whose life, streams or reach are bounded.
// - A captured child, a confined one, and one with a timeout where no terminal is shared lead a group of their own.
// - Behind a shell a child whose input is the terminal stays in ward's group: there the terminal's own rule holds.

import type { ChildProcess } from "node:child_process";
import { WardFault } from "../model/fault.ts";
import type { Enforcement } from "../model/outcome.ts";
import { Capture, DEFAULT_LIMIT } from "./capture.ts";
import type { ConfinedChild } from "./confined-child.ts";
import type { Confinement, Downgrade } from "./confinement.ts";
import { Ending, endAtOnce } from "./ending.ts";
import type { FixedFile } from "./fixed-file.ts";
import { type Launch, plainLaunch } from "./launch.ts";
import { type ChildEnd, type Ended, endedByFault, endedChild } from "./outcomes.ts";
import type { Prepared } from "./prepare.ts";
import { isForeground, isTypedForOthers } from "./process-state.ts";
import { familyTarget, groupTarget, type RunTarget } from "./run-target.ts";
import { type Followed, isStop } from "./signals.ts";

/** What a started child is held by. */
interface Held {
  readonly target: RunTarget;
  readonly ending: Ending;
  readonly capture: Capture | null;
  readonly confined: ConfinedChild | null;
  readonly timer: NodeJS.Timeout | null;
}

/** What a confined leaf comes to: its confinement, or the word that there is none; null where its policy asks for none. */
type Confining = Confinement | Downgrade | null;

/** One bounded run, from before its spawn to its end. */
export class Bounding {
  readonly #prepared: Prepared;
  readonly #isCaptured: boolean;
  readonly #confinement: Confinement | null;
  readonly #enforcement: Enforcement | null;
  /** Whether the child leaves ward's group, so that no terminal is shared with it. */
  readonly isApart: boolean;
  #held: Held | null = null;
  #isTimedOut = false;

  constructor(prepared: Prepared, isCaptured: boolean, confining: Confining) {
    this.#prepared = prepared;
    this.#isCaptured = isCaptured;
    this.#confinement = confining !== null && "launch" in confining ? confining : null;
    this.#enforcement = confining?.enforcement ?? null;
    const isTimed = prepared.bounds?.timeoutMs !== undefined;
    const isAlone = isCaptured || this.#confinement !== null;
    this.isApart = isAlone || (isTimed && !isForeground() && !isHeldByTerminal(prepared));
  }

  /**
   * @param fixed the file to start
   * @throws WardFault 125 where it can't be confined as its policy says
   */
  launch(fixed: FixedFile): Launch {
    const isCaptured = this.#isCaptured;
    if (this.#confinement !== null) return this.#confinement.launch(fixed, isCaptured);
    return plainLaunch(this.#prepared, fixed.path, { isCaptured, isDetached: this.isApart });
  }

  /**
   * Takes over a child that was just started.
   * @returns what is signalled in its stead
   */
  begin(child: ChildProcess): Followed {
    // It could not be started, as its error event will say.
    if (child.pid === undefined) return child;
    const confined = this.#confinement?.begin(child) ?? null;
    const plain = this.isApart ? groupTarget : familyTarget;
    const target = confined?.target() ?? plain(child);
    const ending = new Ending(target);
    const [capture, timer] = [this.#read(child), this.#bound(ending)];
    this.#held = { target, ending, capture, confined, timer };
    return this.isApart ? apart(child, target, ending) : child;
  }

  #read({ stdout, stderr }: ChildProcess): Capture | null {
    if (stdout === null || stderr === null) return null;
    return new Capture(stdout, stderr, this.#prepared.bounds?.outputLimit ?? DEFAULT_LIMIT);
  }

  #bound(ending: Ending): NodeJS.Timeout | null {
    const timeout = this.#prepared.bounds?.timeoutMs;
    if (timeout === undefined) return null;
    return setTimeout(() => {
      this.#isTimedOut = true;
      ending.begin();
    }, timeout);
  }

  /**
   * Waits until all is gone that has to go with the child.
   * @param end of the child itself, or of what confined it
   * @param cancelledBy the signal that told ward to stop; null without one
   */
  async finish(end: ChildEnd, cancelledBy: NodeJS.Signals | null): Promise<Ended> {
    if (this.#held === null) throw new Error("bug: a run ended that was not begun");
    const { ending, target, capture, confined, timer } = this.#held;
    if (timer !== null) clearTimeout(timer);
    // Whoever waits for what was printed can't wait for what was left running behind it.
    if (capture !== null && target.isAlive()) ending.begin();
    await ending.settled();
    const told = confined?.end(end, ending.lastSignal);
    const ended =
      told?.fault != null
        ? endedByFault(told.fault)
        : endedChild(told?.end ?? end, {
            cancelledBy,
            timedOutAfter: this.#isTimedOut ? (this.#prepared.bounds?.timeoutMs ?? null) : null,
            enforcement: this.#enforcement,
            report: told?.report ?? null,
          });
    if (capture === null) return ended;
    return { ...ended, output: await capture.output(), stderrTail: capture.stderrTail() };
  }

  /** Ward itself has to go: what was started goes first. */
  leave(): void {
    if (this.#held !== null) endAtOnce(this.#held.target);
  }

  /** What it means that the spawn itself failed: an adapter that was found is no missing binary of the leaf. */
  spawnFault(error: unknown): WardFault | null {
    if (this.#confinement === null || error instanceof WardFault) return null;
    return this.#confinement.spawnFault(error);
  }
}

/** In a session of its own it could read what is typed for the shell, which the terminal else stops it for. */
function isHeldByTerminal({ bounds }: Prepared): boolean {
  return bounds?.stdin !== "none" && isTypedForOthers();
}

/** A signal for ward that would stop it ends the run; what else there is goes to the program. */
function apart(child: ChildProcess, target: RunTarget, ending: Ending): Followed {
  return {
    get pid() {
      return target.pid;
    },
    get exitCode() {
      return child.exitCode;
    },
    get signalCode() {
      return child.signalCode;
    },
    kill: (signal) => {
      if (isStop(signal)) ending.begin();
      // In a session without a terminal the kernel ignores the softer one.
      else if (signal === "SIGTSTP") target.signal("SIGSTOP");
      else if (signal === "SIGCONT") target.signal(signal);
      else target.signalLeader(signal);
    },
  };
}
