// A spec → ward's run of it in a process of its own, and what came of it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { readProcess } from "../src/host/process-state.ts";
import type { Spec } from "./fixtures/run-driver.ts";
import { ownDirectory } from "./host-place.ts";

const built = (name: string) => fileURLToPath(new URL(`fixtures/${name}.js`, import.meta.url));
export const DRIVER = built("run-driver");
export const SIGNAL_LOG = built("signal-log");

export interface RunPlace {
  readonly directory: string;
  /** A path in the directory. */
  at(name: string): string;
  text(name: string): string;
  end(): { outcome: unknown; exitCode: number; fault: { code: string } | null };
  /** The rows of the trail. */
  rows(): Record<string, unknown>[];
}

/** A directory with the spec in it, ready for the driver; the spec may speak of the directory. */
export function place(t: TestContext, makeSpec: (at: (name: string) => string) => Spec): RunPlace {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  const text = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : "");
  writeFileSync(at("spec.json"), JSON.stringify(makeSpec(at)));
  const rows = () => text("state/audit/current.jsonl").split("\n").slice(0, -1);
  return {
    ...{ directory, at, text },
    end: () => JSON.parse(text("end.json")),
    rows: () => rows().map((line) => JSON.parse(line)),
  };
}

export interface Call {
  readonly input?: Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Words before ward's own: a program that calls it. */
  readonly caller?: readonly string[];
}

/** Runs to the end, in a session without a terminal. */
export function runToEnd(where: RunPlace, { input, env, caller = [] }: Call = {}) {
  const words = ["--wait", ...caller, process.execPath, DRIVER, where.directory];
  return spawnSync("setsid", words, {
    ...{ input: input ?? Buffer.alloc(0), cwd: where.directory, env: { ...process.env, ...env } },
  });
}

export interface Started {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the name of the signal. */
  readonly ended: Promise<number | string | null>;
}

/**
 * Starts in a session without a terminal, as a supervisor would.
 * @param caller words before ward's own: a program that calls it
 */
export function start(t: TestContext, where: RunPlace, caller: readonly string[] = []): Started {
  const [file = "", ...args] = [...caller, process.execPath, DRIVER, where.directory];
  const child = spawn(file, args, {
    ...{
      detached: true,
      cwd: where.directory,
      stdio: ["ignore", "ignore", openSync(where.at("stderr"), "a")],
    },
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? code));
  });
  t.after(() => child.kill("SIGKILL"));
  return { pid: child.pid ?? 0, kill: (signal) => child.kill(signal), ended };
}

/** Waits until a condition holds; a test that waits for ever is ended by the runner's own limit. */
export async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (isTrue()) return;
    await pause(50);
  }
  throw new Error(`this never came: ${what}`);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the child of signal-log.ts got since it was ready. */
export const got = (here: RunPlace) => here.text("log").split("\n").slice(2, -1);
export const childOf = (here: RunPlace) => Number(/^pid (\d+)$/m.exec(here.text("log"))?.[1]);
export const stateOf = (pid: number) => readProcess(pid)?.state;
export const isThere = (pid: number) => ![undefined, "Z"].includes(stateOf(pid));
