// Turns an Allow into a running child and its Outcome: the only place that starts a leaf.
// - Never a shell; the standard descriptors are the child's own; nothing is added to its environment.
// - `launched` is seen in the spawn event and never inferred.
// - ward waits for the child, and takes it along where ward itself has to go.

import { type ChildProcess, spawn } from "node:child_process";
import { type Allow, isMinted } from "../model/decision.ts";
import { WardFault } from "../model/fault.ts";
import type { Bounding } from "./bounding.ts";
import { fixFile } from "./fixed-file.ts";
import { plainLaunch } from "./launch.ts";
import { type OpenRow, spendRow } from "./open-row.ts";
import {
  type ChildEnd,
  cancelledBeforeSpawn,
  downgraded,
  type Ended,
  endedByFault,
  endedChild,
  interrupted,
} from "./outcomes.ts";
import { isPreparedFrom, type Prepared, requireChildDirectory } from "./prepare.ts";
import { readProcess } from "./process-state.ts";
import type { SandboxAdapter } from "./sandbox.ts";
import { SignalWatch } from "./signals.ts";
import { spawnFault } from "./spawn-fault.ts";
import { leaveTerminalSettings } from "./terminal-settings.ts";

/** How long a child may take to end when ward has to go before it, and how often ward looks. */
const GRACE_MS = 3000;
const STEP_MS = 20;

export interface RunOptions {
  /** Whether ward reads what the child prints, up to its limit; else it has ward's own streams. */
  readonly isCaptured?: boolean;
  /** Tells the person that the leaf runs unconfined, as its policy allows; one line, unescaped. */
  readonly notify?: (line: string) => void;
  /** In place of ward's own list. */
  readonly adapters?: readonly SandboxAdapter[];
}

/**
 * @param allow the decision, from the engine itself
 * @param prepared what `prepare` made from it
 * @param row the decided row, on the disk
 * @param watch ward's signals, taken before the row was opened
 * @param options how it runs, beside what the policy says
 * @returns how it ended; a spawn that failed is an end too
 * @throws Error where the three do not belong together: a bug of the caller, and nothing ran
 */
export async function run(
  allow: Allow,
  prepared: Prepared,
  row: OpenRow,
  watch: SignalWatch = new SignalWatch(),
  options: RunOptions = {},
): Promise<Ended> {
  try {
    requireTogether(allow, prepared, row);
    const ended = await runHearing(prepared, watch, options);
    return watch.isInterrupted ? interrupted(ended) : ended;
  } catch (error) {
    if (error instanceof WardFault) return endedByFault(error, prepared.verb);
    throw error;
  } finally {
    watch.close();
  }
}

async function runHearing(
  prepared: Prepared,
  watch: SignalWatch,
  options: RunOptions,
): Promise<Ended> {
  const bounding = await boundingOf(prepared, options);
  await hearSignals();
  if (watch.cancelledBy !== null) return cancelledBeforeSpawn(watch.cancelledBy);
  return runChild(prepared, watch, bounding);
}

function requireTogether(allow: Allow, prepared: Prepared, row: OpenRow): void {
  const bug = (what: string) => new Error(`bug: run was given ${what}`);
  if (!isMinted(allow)) throw bug("an Allow that decide did not make");
  if (!isPreparedFrom(prepared, allow)) throw bug("another call's Prepared");
  if (!spendRow(row, allow.verb)) throw bug("no unspent row of this call");
}

/**
 * A signal that came while the row was written is heard when the loop polls. What is due at once may come before
 * its first poll; what that puts off comes behind one.
 */
function hearSignals(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Who is not bounded never loads what binds. */
async function boundingOf(prepared: Prepared, options: RunOptions): Promise<Bounding | null> {
  const { bounds, confining } = prepared;
  const isCaptured = options.isCaptured === true;
  if (!isCaptured && confining === null && bounds?.timeoutMs === undefined) return null;
  const { Bounding } = await import("./bounding.ts");
  if (confining === null) return new Bounding(prepared, isCaptured, null);
  const { confinementOf } = await import("./confinement.ts");
  const confinement = confinementOf(prepared, options.adapters);
  if ("notice" in confinement) options.notify?.(confinement.notice);
  return new Bounding(prepared, isCaptured, confinement);
}

async function runChild(
  prepared: Prepared,
  watch: SignalWatch,
  bounding: Bounding | null,
): Promise<Ended> {
  let child: ChildProcess;
  let degraded: string | null;
  try {
    requireChildDirectory(prepared);
    ({ child, degraded } = start(prepared, bounding));
  } catch (error) {
    throw faultOf(error, prepared, bounding);
  }
  watch.follow(bounding?.begin(child) ?? child, bounding?.isApart);
  if (bounding?.isApart !== true) leaveTerminalSettings();
  const release = takeAlong(child, bounding);
  try {
    const end = await endOf(child);
    if (!("code" in end)) throw faultOf(end.error, prepared, bounding);
    const { cancelledBy } = watch;
    const ended = (await bounding?.finish(end, cancelledBy)) ?? endedChild(end, { cancelledBy });
    return degraded === null ? ended : downgraded(ended, degraded);
  } finally {
    release();
  }
}

function faultOf(error: unknown, prepared: Prepared, bounding: Bounding | null): WardFault {
  return bounding?.spawnFault(error) ?? spawnFault(error, prepared);
}

interface Begun {
  readonly child: ChildProcess;
  readonly degraded: string | null;
}

function start(prepared: Prepared, bounding: Bounding | null): Begun {
  const fixed = fixFile(prepared.file, prepared.pins);
  try {
    const launch = bounding?.launch(fixed) ?? plainLaunch(prepared, fixed.path, null);
    try {
      // Comes back when the kernel has taken the file, or has refused it.
      const child = spawn(launch.file, launch.args, launch.options);
      return { child, degraded: fixed.degraded };
    } finally {
      launch.release();
    }
  } finally {
    fixed.release();
  }
}

function endOf(child: ChildProcess): Promise<ChildEnd | { readonly error: Error }> {
  let isLaunched = false;
  return new Promise((resolve) => {
    child.once("spawn", () => {
      isLaunched = true;
    });
    // A signal that may not be sent (the child changed its user) is an error event too, and no end.
    child.on("error", (error) => {
      if (!isLaunched) resolve({ error });
    });
    child.once("exit", (code, signal) => resolve({ code, signal, isLaunched }));
  });
}

/** Where ward itself goes first, by an error of its own, the child is asked to go and then made to. */
function takeAlong(child: ChildProcess, bounding: Bounding | null): () => void {
  const listener = () => {
    if (bounding !== null) {
      bounding.leave();
      return;
    }
    child.kill("SIGTERM");
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; waited < GRACE_MS && isAlive(child.pid); waited += STEP_MS) {
      Atomics.wait(pause, 0, 0, STEP_MS);
    }
    if (isAlive(child.pid)) child.kill("SIGKILL");
  };
  process.on("exit", listener);
  return () => process.off("exit", listener);
}

function isAlive(pid: number | undefined): boolean {
  const state = pid === undefined ? null : readProcess(pid);
  return state !== null && state.state !== "Z";
}
