// Turns the argv of a `shell` guard into the trimmed text that it prints; the only captured run, and the only user of execa.
// - What a person approved is hashed once more right before its start, as a leaf's binary is.
// - No shell, the search path and environment of a leaf, no input, a session of its own: it can't ask the terminal.
// - After 2 s, too much output, or a signal that ends ward, the whole group is killed; every failure refuses the call.

import type { Answer } from "../model/decision.ts";
import { isAsking } from "../model/trust.ts";
import { childStdio } from "./child-stdio.ts";
import { type FixedFile, fixFile } from "./fixed-file.ts";
import type { RunFacts } from "./prepare.ts";
import { resolveBinary } from "./resolve-binary.ts";

const LIMIT_MS = 2000;
const MAX_BYTES = 64 * 1024;
const ENDING: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/**
 * @param argv the guard's words, binary first
 * @param facts where to look for the binary, and the environment of a leaf
 * @returns what it printed, without blanks around it; or why there is no answer
 */
export async function askShell(argv: readonly string[], facts: RunFacts): Promise<Answer> {
  const [bin = "", ...args] = argv;
  try {
    const { file } = resolveBinary(bin, facts.searchPath, facts.project);
    const pins = facts.guardPins?.filter(({ where }) => isAsking(where, argv)) ?? [];
    return await capture(() => fixFile(file, pins), [bin, ...args], facts);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

async function capture(
  fix: () => FixedFile,
  [argv0 = "", ...args]: readonly string[],
  { environment, covered = [] }: RunFacts,
): Promise<Answer> {
  // Loading it takes as long as starting node: calls without such a guard must not pay for it.
  const { execa } = await import("execa");
  const fixed = fix();
  const { above, release } = childStdio(["ignore", "pipe", "pipe"], [], covered);
  // Before there is a guard: a signal in between would end ward and leave the guard behind.
  const bound = boundGroup();
  const child = execa(fixed.path, args, {
    argv0,
    // Node hands NODE_V8_COVERAGE to every child whose environment has no such key.
    env: { NODE_V8_COVERAGE: undefined, ...environment.env },
    extendEnv: false,
    // Its types know the numbers of the standard descriptors alone.
    stdio: ["ignore", "pipe", "pipe", ...(above as "ignore"[])],
    encoding: "buffer",
    maxBuffer: MAX_BYTES,
    detached: true,
    reject: false,
    verbose: "none",
  });
  release();
  fixed.release();
  bound.hold(child.pid);
  child.once("exit", bound.kill);
  const result = await child;
  bound.release();
  const problem = bound.reason() ?? (result.failed ? reasonOf(result) : null);
  return problem === null ? answerOf(argv0, result.stdout) : failed(`${argv0} ${problem}`);
}

/** Kills the group at the limit, when the guard itself has ended, and on a signal that ends ward. */
function boundGroup() {
  let pid: number | undefined;
  let reason: string | null = null;
  const kill = () => {
    if (pid === undefined || pid <= 1) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Nobody is left in it.
    }
  };
  const endFor = (why: string) => {
    reason ??= why;
    kill();
  };
  const timer = setTimeout(() => endFor(`gave no answer in ${LIMIT_MS / 1000} s`), LIMIT_MS);
  const listeners = ENDING.map((signal) => {
    const listener = () => {
      endFor(`was stopped by ${signal}`);
      if (process.listenerCount(signal) > 1) return;
      // Nobody else takes it, so it ends ward, as it would have without the guard.
      process.off(signal, listener);
      process.kill(process.pid, signal);
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  const release = () => {
    clearTimeout(timer);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
  const hold = (leader: number | undefined) => {
    pid = leader;
  };
  return { kill, hold, release, reason: () => reason };
}

interface Failure {
  readonly isMaxBuffer: boolean;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly originalMessage?: string | undefined;
}

function reasonOf({ isMaxBuffer, exitCode, signal, originalMessage }: Failure): string {
  if (isMaxBuffer) return `printed more than ${MAX_BYTES / 1024} KiB`;
  if (exitCode !== undefined) return `exited with ${exitCode}`;
  if (signal !== undefined) return `died by ${signal}`;
  return `could not be started: ${originalMessage ?? "no reason given"}`;
}

function answerOf(name: string, bytes: Uint8Array): Answer {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, value: text.trim() };
  } catch {
    return failed(`${name} printed bytes that are not UTF-8`);
  }
}

const failed = (problem: string): Answer => ({ ok: false, problem });
