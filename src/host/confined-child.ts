// A confined run, once started → what its adapter tells, what signals reach, and how it really ended.
// - The program that ward starts is the adapter's; the child is a process of another, in a group of its own.
// - A child that was never started is none that failed, whatever the adapter exits with.

import type { ChildProcess } from "node:child_process";
import { closeSync, readSync } from "node:fs";
import { constants } from "node:os";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { AdapterReport } from "../model/outcome.ts";
import type { ChildEnd } from "./outcomes.ts";
import { descends, livingProcesses, processRow } from "./process-table.ts";
import { type RunTarget, send } from "./run-target.ts";
import type { AdapterWord, SandboxAdapter } from "./sandbox.ts";

/** Far more than any adapter says; the rest is not read. */
const LONGEST = 64 * 1024;
/** The sandbox's first process is looked for after this time, and then ever less often. */
const LOOK_MS = 20;
const LONGEST_PAUSE_MS = 1000;

export interface ConfinedEnd {
  readonly end: ChildEnd;
  readonly report: AdapterReport | "unreadable" | null;
  /** Why nothing was started, where the adapter itself failed. */
  readonly fault: WardFault | null;
}

export class ConfinedChild {
  readonly #child: ChildProcess;
  readonly #adapter: SandboxAdapter;
  readonly #nonce: string;
  readonly #report: number;
  readonly #early: NodeJS.Signals[] = [];
  #known: { readonly pid: number; readonly started: string } | null = null;

  /** @param report an open file that the adapter writes to; closed at the end */
  constructor(child: ChildProcess, adapter: SandboxAdapter, report: number, nonce: string) {
    this.#child = child;
    this.#adapter = adapter;
    this.#report = report;
    this.#nonce = nonce;
    this.#lookLater(LOOK_MS);
  }

  /** The sandbox's first process, as soon as the adapter has told of it. */
  get #leader() {
    this.#known ??= this.#isRunning() ? this.#findLeader() : null;
    return this.#known;
  }

  #findLeader() {
    const { pid } = this.#adapter.read(this.#told(), this.#nonce);
    // Somebody else's process is not ward's to signal, whoever wrote its number there.
    const row = pid === null ? null : processRow(pid);
    if (row === null || !descends(row, this.#child.pid ?? 0)) return null;
    return { pid: row.pid, started: row.started };
  }

  #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #told(): string {
    const bytes = Buffer.alloc(LONGEST);
    return bytes.toString("utf8", 0, readSync(this.#report, bytes, 0, LONGEST, 0));
  }

  /** It has to be known while the adapter lives: afterwards nothing shows that it is the adapter's. */
  #lookLater(ms: number): void {
    setTimeout(() => {
      if (this.#leader !== null) for (const signal of this.#early.splice(0)) this.#ask(signal);
      else if (this.#isRunning()) this.#lookLater(Math.min(2 * ms, LONGEST_PAUSE_MS));
    }, ms).unref();
  }

  #isThere(): boolean {
    const known = this.#leader;
    const row = known === null ? null : processRow(known.pid);
    return row !== null && row.started === known?.started;
  }

  /** Signals the child's group, which is there only when the sandbox is made. */
  #ask(signal: NodeJS.Signals, tries = 60): void {
    if (this.#leader === null || !this.#isThere() || tries === 0) return;
    try {
      process.kill(-this.#leader.pid, signal);
    } catch {
      setTimeout(() => this.#ask(signal, tries - 1), 50).unref();
    }
  }

  /** What a bound ends: all in the sandbox, at once. */
  target(): RunTarget {
    const leader = () => this.#leader;
    return {
      get pid() {
        return leader()?.pid;
      },
      signal: (signal) => {
        const known = leader();
        // The first process of the sandbox takes all others along; before it is known, the adapter's group does.
        const whole = known !== null && this.#isThere() ? known.pid : -(this.#child.pid ?? 0);
        if (signal === "SIGKILL") send(whole, signal);
        else if (known === null) this.#early.push(signal);
        else this.#ask(signal);
      },
      signalLeader: (signal) => {
        const known = leader();
        const program = livingProcesses().find((row) => row.parent === known?.pid);
        if (program !== undefined) send(program.pid, signal);
      },
      isAlive: () => this.#isRunning() || this.#isThere(),
    };
  }

  /**
   * @param end of the adapter's program
   * @param ended the strongest signal that ward sent; null where it let it run
   */
  end(end: ChildEnd, ended: NodeJS.Signals | null): ConfinedEnd {
    const word = this.#lastWord();
    const isToldSo = word.report !== null && word.pid !== null;
    const wasCut = word.pid !== null && (ended !== null || end.signal !== null);
    const isLaunched = end.isLaunched && (word.hasRun || isToldSo || wasCut);
    const isTold = word.report === "unreadable" || word.report?.denial !== undefined;
    const isKnown = isLaunched || isTold || ended !== null;
    const fault = isKnown ? null : this.#fault(end);
    return { end: { ...asChilds(end, ended), isLaunched }, report: word.report, fault };
  }

  #lastWord(): AdapterWord {
    const text = this.#told();
    closeSync(this.#report);
    const isCut = text !== "" && !text.endsWith("\n");
    return this.#adapter.read(isCut ? `${text}\n` : text, this.#nonce);
  }

  #fault({ code, signal }: ChildEnd): WardFault {
    const { program, remedy } = this.#adapter;
    const how = signal === null ? `exit ${code}` : signal;
    return new WardFault({
      code: "adapter-failed",
      message: `${program} is there and could not start the program in its sandbox (${how}), so nothing was run`,
      hint: `see what ${program} said above; ${remedy}`,
      exit: EXIT.ownFailure,
    });
  }
}

/** An adapter tells a signal as 128 and its number; where ward sent that signal it is known to be one. */
function asChilds(end: ChildEnd, ended: NodeJS.Signals | null): ChildEnd {
  const sent: NodeJS.Signals[] = ended === "SIGKILL" ? ["SIGKILL", "SIGTERM"] : ["SIGTERM"];
  const signal = sent.find((one) => end.code === 128 + constants.signals[one]);
  if (ended === null || signal === undefined) return end;
  return { ...end, code: null, signal };
}
