// What was prepared → the arguments of the one spawn that starts it.

import type { SpawnOptions } from "node:child_process";
import { childStdio } from "./child-stdio.ts";
import type { Prepared } from "./prepare.ts";

export interface Launch {
  readonly file: string;
  /** Without `argv[0]`. */
  readonly args: readonly string[];
  readonly options: SpawnOptions;
  /** Gives back what was opened for it; call it when the child is started, or could not be. */
  release(): void;
}

/** How a run differs from one with ward's own streams in ward's own group. */
export interface LaunchMode {
  readonly isCaptured: boolean;
  readonly isDetached: boolean;
}

/** @returns descriptors 0 to 2 of the child */
export function standardOf({ bounds }: Prepared, isCaptured: boolean) {
  const stdin = bounds?.stdin ?? (isCaptured ? "none" : "inherit");
  const input = stdin === "none" ? "ignore" : 0;
  return isCaptured ? ([input, "pipe", "pipe"] as const) : ([input, 1, 2] as const);
}

/**
 * @param path of the file to hand to the kernel
 * @param mode null for a run without bounds on its life and its streams
 */
export function plainLaunch(prepared: Prepared, path: string, mode: LaunchMode | null): Launch {
  const { argv, environment, descriptors, covered, bounds, cwd } = prepared;
  const [argv0, ...args] = argv;
  // Node hands NODE_V8_COVERAGE to every child whose environment has no such key.
  const env = { NODE_V8_COVERAGE: undefined, ...environment.env };
  const places = standardOf(prepared, mode?.isCaptured === true);
  const { standard, above, release } = childStdio(places, descriptors, covered);
  const options: SpawnOptions = {
    ...{ argv0, env, stdio: [...standard, ...above], detached: mode?.isDetached === true },
    // Without it the child is in ward's directory also where that can't be searched.
    ...(bounds?.cwd === undefined ? {} : { cwd }),
  };
  return { file: path, args, options, release };
}
