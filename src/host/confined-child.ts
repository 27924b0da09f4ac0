// A confined run, once started → what its adapter is fed and tells, what signals reach, and how it really ended.
// - The program that ward starts is the adapter's; the child is a process of another, in a group of its own.
// - A child that was never started is none that failed, whatever the adapter exits with.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { AdapterReport } from "../model/outcome.ts";
import type { ChildEnd } from "./outcomes.ts";
import { descends, livingProcesses, processRow } from "./process-table.ts";
import { type RunTarget, send } from "./run-target.ts";
import { type AdapterWord, REPORT_FD, type SandboxAdapter } from "./sandbox.ts";

/** What was told is there when the adapter is gone; who still holds the pipe is not waited for. */
const CLOSE_MS = 500;
/** Far more than any adapter says; the rest is read and dropped. */
const LONGEST = 64 * 1024;

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
  readonly #report: Readable;
  readonly #early: NodeJS.Signals[] = [];
  #text = "";
  #leader: { readonly pid: number; readonly started: string } | null = null;

  constructor(
    child: ChildProcess,
    adapter: SandboxAdapter,
    feeds: ReadonlyMap<number, Uint8Array>,
    nonce: string,
  ) {
    this.#child = child;
    this.#adapter = adapter;
    this.#nonce = nonce;
    for (const [fd, bytes] of feeds) feed(child.stdio[fd] as Writable, bytes);
    this.#report = child.stdio[REPORT_FD] as Readable;
    this.#report.setEncoding("utf8").on("error", () => {});
    this.#report.on("data", (text: string) => this.#hear(text));
  }

  #hear(text: string): void {
    if (this.#text.length <= LONGEST) this.#text += text;
    if (this.#leader !== null) return;
    const { pid } = this.#adapter.read(this.#text, this.#nonce);
    if (pid === null) return;
    // Somebody else's process is not ward's to signal, whoever wrote its number there.
    const row = processRow(pid);
    if (row === null || !descends(row, this.#child.pid ?? 0)) return;
    this.#leader = { pid, started: row.started };
    for (const signal of this.#early.splice(0)) this.#ask(signal);
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
    const isRunning = () => this.#child.exitCode === null && this.#child.signalCode === null;
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
      isAlive: () => isRunning() || this.#isThere(),
    };
  }

  /**
   * @param end of the adapter's program
   * @param ended the strongest signal that ward sent; null where it let it run
   */
  async end(end: ChildEnd, ended: NodeJS.Signals | null): Promise<ConfinedEnd> {
    const word = await this.#lastWord();
    const isToldSo = word.report !== null && word.pid !== null;
    const wasCut = word.pid !== null && (ended !== null || end.signal !== null);
    const isLaunched = end.isLaunched && (word.hasRun || isToldSo || wasCut);
    const isTold = word.report === "unreadable" || word.report?.denial !== undefined;
    const isKnown = isLaunched || isTold || ended !== null;
    const fault = isKnown ? null : this.#fault(end);
    return { end: { ...asChilds(end, ended), isLaunched }, report: word.report, fault };
  }

  async #lastWord(): Promise<AdapterWord> {
    if (!this.#report.closed) {
      await Promise.race([once(this.#report, "close"), pause(CLOSE_MS, null, { ref: false })]);
    }
    this.#report.destroy();
    const isCut = this.#text !== "" && !this.#text.endsWith("\n");
    return this.#adapter.read(isCut ? `${this.#text}\n` : this.#text, this.#nonce);
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

/** It may be gone before it has read all: its end says why. */
function feed(stream: Writable, bytes: Uint8Array): void {
  stream.on("error", () => {});
  stream.end(bytes);
}

/** An adapter tells a signal as 128 and its number; where ward sent that signal it is known to be one. */
function asChilds(end: ChildEnd, ended: NodeJS.Signals | null): ChildEnd {
  const sent: NodeJS.Signals[] = ended === "SIGKILL" ? ["SIGKILL", "SIGTERM"] : ["SIGTERM"];
  const signal = sent.find((one) => end.code === 128 + constants.signals[one]);
  if (ended === null || signal === undefined) return end;
  return { ...end, code: null, signal };
}
