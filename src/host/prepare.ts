// Turns an Allow into all that a spawn needs: the file, the argv, the environment, and a working directory that exists.

import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import type { Allow } from "../model/decision.ts";
import type { ChildEnvironment } from "../model/environment.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Bounds, Confine } from "../model/policy.ts";
import type { Pin } from "../model/trust.ts";
import { type Grant, isCovered } from "./authorize.ts";
import { isTypedForOthers } from "./process-state.ts";
import { resolveBinary } from "./resolve-binary.ts";
import { errorWords } from "./system-error.ts";

/** What will be started, fixed; `run` takes only what `prepare` made from the same Allow. */
export interface Prepared {
  /** The leaf's dotted name. */
  readonly verb: string;
  /** Absolute path of the binary. */
  readonly file: string;
  /** `argv[0]` included. */
  readonly argv: readonly string[];
  readonly environment: ChildEnvironment;
  /** Absolute, links followed: where the child will be. */
  readonly cwd: string;
  /** As they hold here; null where the leaf has none. */
  readonly bounds: Bounds | null;
  /** What a sandbox needs to know; null where the leaf is not confined. */
  readonly confining: Confining | null;
  /** Descriptors above 2 that the caller gave, ascending. */
  readonly descriptors: readonly number[];
  /** Of the files that the approval rests on; they are looked at again before the start. */
  readonly pins: readonly Pin[];
  /** Descriptors that the child must not reach what they lead to by: it finds an open /dev/null there. */
  readonly covered: readonly number[];
}

/** What surrounds a confined run. */
export interface Confining {
  readonly confine: Confine;
  readonly searchPath: readonly string[];
  readonly project: string | null;
  /** Ward's own directories, whether they are there or not; absolute. */
  readonly own: readonly string[];
  /** As it was found, and where it really lies. */
  readonly guardfile: readonly string[];
}

/** What the host knows besides the decision. */
export interface RunFacts {
  /** Absolute directories in order; config.kdl's, else `DEFAULT_SEARCH_PATH`. */
  readonly searchPath: readonly string[];
  /** From engine/environment.ts, for this Allow's invocation. */
  readonly environment: ChildEnvironment;
  /** The project's directory, inside which no binary is looked for. */
  readonly project?: string | null;
  /** From `inheritedDescriptors`; without them the child gets only what node lets pass by itself. */
  readonly descriptors?: readonly number[];
  /** From the token of an approved file: what its guards' programs have to be. */
  readonly guardPins?: readonly Pin[];
  /** From `takeOutcomeFd`. */
  readonly covered?: readonly number[];
  /** Ward's own directories, which no confined child may write to; absolute. */
  readonly own?: readonly string[];
}

const origins = new WeakMap<Prepared, Allow>();

/**
 * @param allow the decision to carry out
 * @param grant from `authorize`, for the file that the decision rests on
 * @param facts where to look for the binary, and the environment to give it
 * @returns what to start
 * @throws WardFault 126 and 127 for the binary; 125 `cwd-missing`, `nul-in-argv`
 * @throws Error without a token: a bug of the caller
 */
export function prepare(allow: Allow, grant: Grant | null, facts: RunFacts): Prepared {
  if (grant === null || !isCovered(grant, allow)) {
    throw new Error("bug: prepare was given no token for the file that the decision rests on");
  }
  const bounds = boundsHere(allow.exec.bounds ?? null);
  const cwd = childDirectory(bounds, grant);
  const { env } = facts.environment;
  const texts = [...allow.exec.argv, ...Object.keys(env), ...Object.values(env)];
  if (texts.some((text) => text.includes("\0"))) throw nulInArgv();
  const { file } = resolveBinary(allow.exec.bin, facts.searchPath, facts.project);
  const prepared: Prepared = Object.freeze({
    verb: allow.verb,
    file,
    argv: Object.freeze([...allow.exec.argv]),
    environment: Object.freeze({ ...facts.environment, env: Object.freeze({ ...env }) }),
    cwd,
    bounds,
    confining: confiningOf(bounds, grant, facts),
    descriptors: Object.freeze([...(facts.descriptors ?? [])]),
    pins: grant.pins,
    covered: Object.freeze([...(facts.covered ?? [])]),
  });
  origins.set(prepared, allow);
  return prepared;
}

/** Whether `prepare` made this very value from this very Allow. */
export function isPreparedFrom(prepared: Prepared, allow: Allow): boolean {
  return origins.get(prepared) === allow;
}

/** A confined child is in a session of its own, where no rule keeps it from the keys that are typed for a shell. */
function boundsHere(bounds: Bounds | null): Bounds | null {
  if (bounds?.confine === undefined || !isTypedForOthers()) return bounds;
  return { ...bounds, stdin: "none" };
}

function confiningOf(bounds: Bounds | null, grant: Grant, facts: RunFacts): Confining | null {
  if (bounds?.confine === undefined) return null;
  const { searchPath, project = null, own = [] } = facts;
  const guardfile = [grant.file, grant.realpath].filter((path) => isAbsolute(path));
  return { confine: bounds.confine, searchPath, project, own, guardfile };
}

/** A relative one is the Guardfile's, where that really lies: a link to it elsewhere means no other directory. */
function childDirectory(bounds: Bounds | null, { realpath }: Grant): string {
  if (bounds?.cwd === undefined) return requireWorkingDirectory();
  return requireDirectory(resolve(dirname(realpath), bounds.cwd));
}

/**
 * Looks at the child's directory once more, right before the start.
 * @throws WardFault 125 `cwd-missing`
 */
export function requireChildDirectory({ bounds, cwd }: Prepared): void {
  if (bounds?.cwd === undefined) requireWorkingDirectory();
  else requireDirectory(cwd);
}

function requireDirectory(directory: string): string {
  try {
    const real = realpathSync(directory);
    // Searching it is what the child does first.
    statSync(`${real}/.`);
    return real;
  } catch (cause) {
    throw new WardFault({
      code: "cwd-missing",
      message: `the leaf's working directory ${directory} can't be used: ${errorWords(cause)}`,
      hint: "make it, or correct the `cwd` in the Guardfile",
      path: directory,
      exit: EXIT.ownFailure,
      cause,
    });
  }
}

/**
 * @returns the absolute path of the directory that ward and its child are in
 * @throws WardFault 125 `cwd-missing` where it was removed: the kernel would report that as a missing binary
 */
export function requireWorkingDirectory(): string {
  try {
    const cwd = process.cwd();
    statSync(cwd);
    return cwd;
  } catch (cause) {
    // A directory in one that can't be searched is there all the same.
    if ((cause as NodeJS.ErrnoException).code === "EACCES") return process.cwd();
    throw new WardFault({
      code: "cwd-missing",
      message: "the working directory does not exist any more",
      hint: "change to a directory that exists and call again",
      exit: EXIT.ownFailure,
      cause,
    });
  }
}

function nulInArgv(): WardFault {
  return new WardFault({
    code: "nul-in-argv",
    message: "an argument or a variable holds a NUL character, which no command line can carry",
    hint: "take the NUL character out",
    exit: EXIT.ownFailure,
  });
}
