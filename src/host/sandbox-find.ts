// A leaf that has to be confined → the adapter that does it, found on the search path, or why there is none.

import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { NO_ADAPTER } from "./outcomes.ts";
import { resolveBinary } from "./resolve-binary.ts";
import type { SandboxAdapter } from "./sandbox.ts";
import { bubblewrap } from "./sandbox-bwrap.ts";

/** In the order in which they are tried. */
const ADAPTERS: readonly SandboxAdapter[] = [bubblewrap];

export interface FoundAdapter {
  readonly adapter: SandboxAdapter;
  /** Absolute path of its program. */
  readonly file: string;
}

export interface MissingAdapter {
  /** What was looked for and where, as a sentence. */
  readonly problem: string;
  readonly remedy: string;
}

/**
 * @param searchPath absolute directories in order
 * @param project inside which nothing is looked for; null where there is none
 * @throws WardFault 125 for a program that is there and can't be executed: that is no missing one
 */
export function findAdapter(
  searchPath: readonly string[],
  project: string | null,
  adapters: readonly SandboxAdapter[] = ADAPTERS,
): FoundAdapter | MissingAdapter {
  const missing: MissingAdapter[] = [];
  for (const adapter of adapters) {
    const found = adapter.whyUnfit() ?? locate(adapter, searchPath, project);
    if (typeof found !== "string") return found;
    missing.push({ problem: found, remedy: adapter.remedy });
  }
  const [first] = missing;
  if (first === undefined) throw new Error("bug: there is no adapter to look for");
  return first;
}

function locate(
  adapter: SandboxAdapter,
  searchPath: readonly string[],
  project: string | null,
): FoundAdapter | string {
  try {
    return { adapter, file: resolveBinary(adapter.program, searchPath, project).file };
  } catch (error) {
    if (!(error instanceof WardFault)) throw error;
    if (error.exit === EXIT.notFound) return error.message;
    const { message, hint = "" } = error;
    throw new WardFault({ code: "adapter-failed", message, hint, exit: EXIT.ownFailure });
  }
}

/** The fault of a leaf that runs only confined, where there is nothing to confine it with. */
export function missingAdapter({ problem, remedy }: MissingAdapter): WardFault {
  return new WardFault({
    code: NO_ADAPTER,
    message: `this leaf runs only confined: ${problem}`,
    hint: `${remedy}; where it may run unconfined, \`confine { required #false }\` in the policy says so`,
    exit: EXIT.ownFailure,
  });
}
