// A leaf's `confine` → the run of its adapter in the leaf's place, or the word that it runs without one.

import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Enforcement } from "../model/outcome.ts";
import type { Mode } from "../model/request.ts";
import { POLICY_VERSION } from "../model/trust.ts";
import { type ChildStdio, childStdio } from "./child-stdio.ts";
import { type ConfinePlan, openMounts, planConfinement } from "./confine-plan.ts";
import { feedInput, safeStandard } from "./confine-stdio.ts";
import { ConfinedChild } from "./confined-child.ts";
import { passedOn } from "./descriptors.ts";
import type { FixedFile } from "./fixed-file.ts";
import { type Launch, standardOf } from "./launch.ts";
import { namelessFile } from "./nameless-file.ts";
import type { Confining, Prepared } from "./prepare.ts";
import { type Mount, REPORT_FD, type SandboxAdapter, type SandboxStart } from "./sandbox.ts";
import { type FoundAdapter, findAdapter, missingAdapter } from "./sandbox-find.ts";
import { interpreterFault } from "./spawn-fault.ts";
import { errorWords } from "./system-error.ts";

/** A leaf that will run unconfined because nothing is there to confine it, as its policy allows. */
export interface Downgrade {
  readonly enforcement: Enforcement;
  readonly notice: string;
}

/** One confined run, from its plan to its child. */
export class Confinement {
  readonly enforcement: Enforcement;
  readonly #prepared: Prepared;
  readonly #found: FoundAdapter;
  readonly #plan: ConfinePlan;
  readonly #nonce = randomBytes(16).toString("hex");
  /** What the adapter tells is written there. */
  #report: number | null = null;

  constructor(prepared: Prepared, found: FoundAdapter, plan: ConfinePlan) {
    const { backend, level } = found.adapter;
    this.enforcement = { backend, level, notices: plan.notices };
    this.#prepared = prepared;
    this.#found = found;
    this.#plan = plan;
  }

  /** @throws WardFault 125 `confine-path`, 127 `interpreter-not-found` */
  launch(fixed: FixedFile, isCaptured: boolean): Launch {
    const prepared = this.#prepared;
    const unstartable = interpreterFault(prepared.file);
    if (unstartable !== null) throw unstartable;
    const standard = safeStandard(standardOf(prepared, isCaptured), prepared.covered);
    const { mounts, release } = openMounts(this.#plan, prepared, fixed);
    try {
      const foreign = passedOn();
      const start = this.#start(mounts, foreign, isCaptured ? "captured" : "interactive");
      this.#report = namelessFile(NOTHING);
      const own = ownFiles(start, this.#report);
      const places = stdioOf(standard, own.files, foreign, prepared.covered);
      return {
        file: this.#found.file,
        args: start.args,
        // Its own group: what the terminal sends to ward's must not end the adapter under the child.
        options: {
          ...{ env: { NODE_V8_COVERAGE: undefined }, cwd: "/", detached: true },
          ...{ stdio: places.stdio, argv0: this.#found.adapter.program },
        },
        release: () => {
          places.release();
          own.release();
          release();
        },
      };
    } catch (error) {
      this.#dropReport();
      release();
      throw error;
    }
  }

  #dropReport(): void {
    if (this.#report !== null) closeSync(this.#report);
    this.#report = null;
  }

  #start(mounts: readonly Mount[], foreign: readonly number[], mode: Mode): SandboxStart {
    const { file, argv, environment, cwd, confining } = this.#prepared;
    const { confine } = confining as Confining;
    return this.#found.adapter.start({
      request: {
        origin: "interactive_command",
        mode,
        command: { name: file, args: argv.slice(1) },
        workingDirectory: cwd,
        workspaceRoots: [cwd],
        approval: { policyVersion: POLICY_VERSION },
      },
      file,
      env: environment.env,
      mounts,
      hasNetwork: confine.network === "inherit",
      mayUseUnix: confine.socket.length > 0,
      foreign,
      nonce: this.#nonce,
    });
  }

  /** The adapter's program was found and can't be started: that is no missing one. */
  spawnFault(cause: unknown): WardFault {
    const { file } = this.#found;
    this.#dropReport();
    return new WardFault({
      code: "adapter-failed",
      message: `${file} could not be started: ${errorWords(cause)}`,
      path: file,
      exit: EXIT.ownFailure,
      cause,
    });
  }

  begin(child: ChildProcess): ConfinedChild {
    if (child.stdin !== null) feedInput(child.stdin);
    if (this.#report === null) throw new Error("bug: a confined child was not launched here");
    return new ConfinedChild(child, this.#found.adapter, this.#report, this.#nonce);
  }
}

const NOTHING = new Uint8Array();

/**
 * The descriptors of the adapter's own. What it is fed are files, not pipes: node makes a socket of each pipe, which takes
 * longer than all else here.
 */
function ownFiles({ feeds, given }: SandboxStart, report: number) {
  const files = new Map<number, number>([[REPORT_FD, report], ...given]);
  const fed: number[] = [];
  const release = () => {
    for (const fd of fed) closeSync(fd);
  };
  try {
    for (const [at, bytes] of feeds) {
      const fd = namelessFile(bytes);
      fed.push(fd);
      files.set(at, fd);
    }
    return { files, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Descriptors of the adapter's program: its own from 3 on, and /dev/null in place of all that it would inherit. */
function stdioOf(
  standard: ChildStdio["standard"],
  own: ReadonlyMap<number, number>,
  foreign: readonly number[],
  covered: readonly number[],
) {
  const inherited = foreign.filter((fd) => !own.has(fd));
  const standards = covered.filter((fd) => fd <= 2);
  const places = childStdio(standard, [], [...standards, ...inherited]);
  const length = Math.max(...own.keys(), REPORT_FD + places.above.length - 1) + 1;
  const above = Array.from({ length: length - REPORT_FD }, (_, at) => {
    return own.get(at + REPORT_FD) ?? places.above[at] ?? "ignore";
  });
  return { stdio: [...places.standard, ...above], release: places.release };
}

/**
 * @param prepared of a leaf that is to be confined
 * @returns the confinement, or the downgrade that its policy allows
 * @throws WardFault 125 `adapter-missing` where the policy allows none; `confine-path`, `adapter-failed`
 */
export function confinementOf(
  prepared: Prepared,
  adapters?: readonly SandboxAdapter[],
): Confinement | Downgrade {
  const { confining, cwd } = prepared;
  if (confining === null) throw new Error("bug: a leaf without a confine is to be confined");
  const { searchPath, project, confine } = confining;
  const found = findAdapter(searchPath, project, adapters);
  if ("adapter" in found) {
    return new Confinement(prepared, found, planConfinement(confining, cwd));
  }
  if (confine.isRequired) throw missingAdapter(found);
  const { problem, remedy } = found;
  const enforcement = { level: "none", degraded: true, downgradeReason: problem };
  return { enforcement, notice: `this runs unconfined: ${problem}; ${remedy}` };
}
