// Where a leaf of a project would be called → the files that its words and its binary mean there.

import { resolve } from "node:path";
import { WardFault } from "../model/fault.ts";
import type { Site } from "../model/trust.ts";
import { resolveBinary } from "./resolve-binary.ts";

export interface PinContext {
  /** This run's working directory, which relative tokens are read against. */
  readonly cwd: string;
  /** Where the Guardfile really lies, which a leaf's own directory may be relative to; `cwd` where it is left out. */
  readonly guardfileDirectory?: string;
  /** The project's directory. */
  readonly project: string;
  readonly searchPath: readonly string[];
  /** Hash of a variable's value that the Guardfile writes down → the value: it may name a file that a program loads. */
  readonly values?: ReadonlyMap<string, string>;
}

/** The file that would be started, or null. */
export function locate(bin: string, { searchPath, project }: PinContext): string | null {
  try {
    return resolveBinary(bin, searchPath, project).file;
  } catch (error) {
    if (error instanceof WardFault) return null;
    throw error;
  }
}

/** Where a leaf starts: the working directory, or the one that its `cwd` names. */
export function startOf({ policy }: Pick<Site, "policy">, context: PinContext): string {
  const { cwd, guardfileDirectory = cwd } = context;
  const { bounds } = (policy ?? {}) as { bounds?: { cwd?: string } };
  return bounds?.cwd === undefined ? cwd : resolve(guardfileDirectory, bounds.cwd);
}
