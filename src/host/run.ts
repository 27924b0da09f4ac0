// Turns an Allow into a running child and its Outcome: the only place that starts a leaf.
// - Never a shell; the standard descriptors are the child's own; nothing is added to its environment.
// - `launched` is seen in the spawn event and never inferred.
// - ward waits for the child, and takes it along where ward itself has to go.

import { type ChildProcess, spawn } from "node:child_process";
import { type Allow, isMinted } from "../model/decision.ts";
import { childStdio } from "./child-stdio.ts";
import { fixFile } from "./fixed-file.ts";
import { type OpenRow, spendRow } from "./open-row.ts";
import { cancelledBeforeSpawn, type Ended, endedByFault, endedChild } from "./outcomes.ts";
import { isPreparedFrom, type Prepared, requireWorkingDirectory } from "./prepare.ts";
import { readProcess } from "./process-state.ts";
import { SignalWatch } from "./signals.ts";
import { spawnFault } from "./spawn-fault.ts";
import { leaveTerminalSettings } from "./terminal-settings.ts";

/** How long a child may take to end when ward has to go before it, and how often ward looks. */
const GRACE_MS = 3000;
const STEP_MS = 20;

/**
 * @param allow the decision, from the engine itself
 * @param prepared what `prepare` made from it
 * @param row the decided row, on the disk
 * @param watch ward's signals, taken before the row was opened
 * @returns how it ended; a spawn that failed is an end too
 * @throws Error where the three do not belong together: a bug of the caller, and nothing ran
 */
export async function run(
  allow: Allow,
  prepared: Prepared,
  row: OpenRow,
  watch: SignalWatch = new SignalWatch(),
): Promise<Ended> {
  try {
    requireTogether(allow, prepared, row);
    await hearSignals();
    if (watch.cancelledBy !== null) return cancelledBeforeSpawn(watch.cancelledBy);
    return await runChild(prepared, watch);
  } finally {
    watch.close();
  }
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

async function runChild(prepared: Prepared, watch: SignalWatch): Promise<Ended> {
  let child: ChildProcess;
  try {
    requireWorkingDirectory();
    child = start(prepared);
  } catch (error) {
    return endedByFault(spawnFault(error, prepared), prepared.verb);
  }
  watch.follow(child);
  leaveTerminalSettings();
  const release = takeAlong(child);
  try {
    return await end(child, prepared, watch);
  } finally {
    release();
  }
}

function start(prepared: Prepared): ChildProcess {
  const { file, argv, environment, descriptors, covered, pins } = prepared;
  const [argv0, ...args] = argv;
  // Node hands NODE_V8_COVERAGE to every child whose environment has no such key.
  const env = { NODE_V8_COVERAGE: undefined, ...environment.env };
  const fixed = fixFile(file, pins);
  const { standard, above, release } = childStdio([0, 1, 2], descriptors, covered);
  try {
    // Comes back when the kernel has taken the file, or has refused it.
    return spawn(fixed.path, args, { argv0, env, stdio: [...standard, ...above] });
  } finally {
    release();
    fixed.release();
  }
}

function end(child: ChildProcess, prepared: Prepared, watch: SignalWatch): Promise<Ended> {
  let isLaunched = false;
  return new Promise((resolve) => {
    child.once("spawn", () => {
      isLaunched = true;
    });
    // A signal that may not be sent (the child changed its user) is an error event too, and no end.
    child.on("error", (error) => {
      if (!isLaunched) resolve(endedByFault(spawnFault(error, prepared), prepared.verb));
    });
    child.once("exit", (code, signal) => {
      const { cancelledBy } = watch;
      resolve(endedChild({ code, signal, isLaunched }, { cancelledBy }));
    });
  });
}

/** Where ward itself goes first, by an error of its own, the child is asked to go and then made to. */
function takeAlong(child: ChildProcess): () => void {
  const listener = () => {
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
