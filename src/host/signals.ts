// Turns the signals that reach ward into signals that reach the child once, and stops and continues with it.
// - What the terminal sends (TERMINAL) reached the child already where ward's group is the terminal's foreground group.
// - A stop signal (STOPS) without a shared terminal cancels the run; before there is a child it cancels always.
// - When the child stops, ward stops too, so that the shell which started ward sees it and `fg` continues both.

import { constants } from "node:os";
import { isForeground, readProcess } from "./process-state.ts";

const STOPS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGTSTP", "SIGWINCH"];
/** Ones that would end ward, or mean nothing to it: the child judges them. */
const OTHERS: readonly NodeJS.Signals[] = [
  ...(["SIGWINCH", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF"] as const),
  ...(["SIGABRT", "SIGIO", "SIGPWR", "SIGSTKFLT", "SIGXCPU"] as const),
];
/** A group gets its signals one process after the other; a look at the child waits until all have theirs. */
const SETTLE_MS = 20;

/** Whether a signal tells a program to stop. */
export function isStop(signal: NodeJS.Signals): boolean {
  return STOPS.includes(signal);
}

/** What gets the signals: a child, or what stands for all of a bounded run. */
export interface Followed {
  readonly pid?: number | undefined;
  /** Both null while it runs. */
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  kill(signal: NodeJS.Signals): unknown;
}

/** V8 takes samples by SIGPROF while node writes a profile: that one is nobody else's then. */
function isProfiled(): boolean {
  return `${process.execArgv.join(" ")} ${process.env.NODE_OPTIONS ?? ""}`.includes("--cpu-prof");
}

/** Takes ward's signals from its making on; make it before the row is opened, so that no signal cuts the row off. */
export class SignalWatch {
  /** The signal that cancels the run; null while there was none. */
  cancelledBy: NodeJS.Signals | null = null;
  /** Whether the terminal sent Ctrl-C to ward's group. */
  isInterrupted = false;
  readonly #listeners = new Map<NodeJS.Signals, () => void>();
  readonly #hadTerminal = isForeground();
  readonly #early: NodeJS.Signals[] = [];
  #child: Followed | null = null;
  #isApart = false;
  #isToldToStop = false;
  #isToldToGo = false;
  #timer: NodeJS.Timeout | null = null;

  constructor() {
    for (const signal of [...STOPS, ...OTHERS]) this.#listen(signal, () => this.#receive(signal));
  }

  /**
   * From now on signals are this child's.
   * @param isApart whether it left ward's group: then the terminal tells it nothing, whatever has the foreground
   */
  follow(child: Followed, isApart = false): void {
    this.#child = child;
    this.#isApart = isApart;
    this.#listen("SIGTSTP", () => this.#receive("SIGTSTP"));
    this.#listen("SIGCHLD", () => this.#lookSoon());
    this.#listen("SIGCONT", () => {
      this.#isToldToGo = true;
      this.#lookSoon();
    });
    for (const signal of this.#early) child.kill(signal);
  }

  /** Stops the run as a stop signal does where no terminal is shared. */
  cancel(signal: NodeJS.Signals): void {
    this.cancelledBy ??= signal;
    this.#child?.kill(signal);
  }

  /** Gives the signals back to their defaults, once all that follows at once, the row's end above all, is done. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    setImmediate(() => {
      for (const [signal, listener] of this.#listeners) process.off(signal, listener);
      this.#listeners.clear();
    });
  }

  #listen(signal: NodeJS.Signals, listener: () => void): void {
    if (!(signal in constants.signals) || (signal === "SIGPROF" && isProfiled())) return;
    this.#listeners.set(signal, listener);
    process.on(signal, listener);
  }

  #receive(signal: NodeJS.Signals): void {
    if (signal === "SIGINT") this.isInterrupted ||= isForeground();
    if (this.#child === null) {
      if (STOPS.includes(signal)) this.cancelledBy ??= signal;
      else if (signal !== "SIGWINCH") this.#early.push(signal);
      return;
    }
    if (this.#isApart) {
      this.#receiveApart(signal, this.#child);
      return;
    }
    const own = readProcess(process.pid);
    const isShared = isForeground(own);
    if (isShared && TERMINAL.includes(signal)) return;
    const isHungUp = signal === "SIGHUP" && this.#hadTerminal && (own?.foreground ?? 0) <= 0;
    // The kernel and the shell tell the whole group, save where ward leads the session: then ward alone.
    if (isHungUp && own?.isLeader === false) return;
    if (STOPS.includes(signal) && !isShared && !isHungUp) this.cancelledBy ??= signal;
    if (signal === "SIGTSTP") this.#isToldToStop = true;
    this.#child.kill(signal);
  }

  #receiveApart(signal: NodeJS.Signals, child: Followed): void {
    if (isStop(signal)) this.cancelledBy ??= signal;
    if (signal === "SIGTSTP") this.#isToldToStop = true;
    child.kill(signal);
    // It is not always a child of ward's own whose stop the system would tell.
    if (signal === "SIGTSTP") this.#lookSoon();
  }

  #lookSoon(): void {
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#look();
    }, SETTLE_MS);
  }

  #look(): void {
    const isStopped = readProcess(this.#child?.pid ?? 0)?.state === "T";
    const isToldToGo = this.#isToldToGo;
    this.#isToldToGo = false;
    if (isStopped && isToldToGo) this.#child?.kill("SIGCONT");
    else if (isStopped && (this.#isToldToStop || isForeground())) this.#stop();
  }

  /** The default action of SIGTSTP and not SIGSTOP: in a group that no shell could continue the kernel ignores it. */
  #stop(): void {
    this.#isToldToStop = false;
    const listener = this.#listeners.get("SIGTSTP");
    if (listener === undefined) return;
    process.off("SIGTSTP", listener);
    process.kill(process.pid, "SIGTSTP");
    setImmediate(() => {
      if (this.#listeners.has("SIGTSTP")) process.on("SIGTSTP", listener);
    });
  }
}
