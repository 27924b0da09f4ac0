// Runs what decide allowed, under an audit row of its own: for programs that decide by themselves.
import { openRow, recordRefusal } from "../host/audit.ts";
import type { Trail } from "../host/audit-trail.ts";
import { type Ended, endedByFault } from "../host/outcomes.ts";
import type { Prepared } from "../host/prepare.ts";
import { requireRequest } from "../host/request.ts";
import { type Allow, type Call, isMinted } from "../model/decision.ts";
import { WardFault } from "../model/fault.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Output } from "../model/output.ts";
import { outcomeOfDenial } from "../model/refused-outcome.ts";
import type { Request } from "../model/request.ts";
import { POLICY_VERSION } from "../model/trust.ts";
import { carryOut, finish, type Plan, prepareRun } from "./carry-out.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { grantEntry, recorded, refusalEntry } from "./record.ts";
import { shownDenial } from "./redaction.ts";
import { settleTrust, type Trusted } from "./trust/settle.ts";

/** What an Allow rests on, for the record. */
export interface Ground {
  readonly call: Call;
  readonly policy: Policy;
  readonly host: Machine;
}

/** How it is run, and for whom; all of it may be left out. */
export interface RunRequest extends Partial<Pick<Request, "origin" | "capabilities" | "approval">> {
  /** `interactive`, with ward's own streams, where it is left out. */
  readonly mode?: Request["mode"];
  /** Absolute directories, in one of which the run has to be; the run's own where they are left out. */
  readonly workspaceRoots?: Request["workspaceRoots"];
  /** Stops the run: before its start so that nothing runs, later as SIGTERM would. */
  readonly signal?: AbortSignal;
}

/** How a run ended, and what it printed, as far as its `output-limit` lets it be kept; null where nothing was started. */
export type CapturedOutcome = Outcome & { readonly output: Output | null };

function requestOf({ file, argv, environment, cwd }: Prepared, asked: RunRequest): Request {
  const { signal: _, ...rest } = asked;
  const env = Object.entries(environment.env).map(([name, value]) => `${name}=${value}`);
  return {
    origin: "interactive_command",
    mode: "interactive",
    command: { name: file, args: argv.slice(1), env },
    workingDirectory: cwd,
    workspaceRoots: [cwd],
    approval: { policyVersion: POLICY_VERSION },
    ...rest,
  };
}

/** The plan, or why the request can't be carried out. */
function requested(plan: Plan, asked: RunRequest): Plan {
  if (plan.prepared === null) return plan;
  try {
    requireRequest(requestOf(plan.prepared, asked));
    return plan;
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return { watch: plan.watch, prepared: null, fault: thrown };
  }
}

async function runTrusted(
  allow: Allow,
  { call, host }: Ground,
  trusted: Trusted,
  asked: RunRequest,
  trail: Trail,
): Promise<Ended> {
  const isCaptured = asked.mode === "captured";
  const plan = requested(prepareRun(allow, trusted.grant, host), asked);
  const stop = () => plan.watch.cancel("SIGTERM");
  if (asked.signal?.aborted === true) stop();
  asked.signal?.addEventListener("abort", stop, { once: true });
  try {
    const entry = grantEntry(trusted, call, allow, plan.prepared, trail.mark, isCaptured);
    const row = openRow(entry, trail);
    return finish(row, await carryOut(allow, plan, row, { isCaptured }), trail.mark);
  } finally {
    asked.signal?.removeEventListener("abort", stop);
    plan.watch.close();
  }
}

export function runAllowed(
  allow: Allow,
  ground: Ground,
  asked: RunRequest & { readonly mode: "captured" },
): Promise<CapturedOutcome>;
export function runAllowed(allow: Allow, ground: Ground, asked?: RunRequest): Promise<Outcome>;
/**
 * Starts the leaf and waits for its end.
 * @param allow from `decide`; nothing else compiles
 * @param ground the call and the policy that it was decided by, and the host that runs it
 * @param asked how to run it; with ward's own standard streams where it is left out
 * @returns how it ended, and for a captured run what it printed
 * @throws WardFault 125 where it can't be put on record: nothing ran
 * @throws TypeError for a denial, or an Allow that was made by hand
 */
export function runAllowed(
  allow: Allow,
  ground: Ground,
  asked: RunRequest = {},
): Promise<Outcome | CapturedOutcome> {
  if (!isMinted(allow)) {
    const problem = "run takes the very Allow that decide made: nothing else may run";
    return Promise.reject(new TypeError(problem));
  }
  const { call, policy, host } = ground;
  return recorded(host, async (trail) => {
    const { workspaceRoots = [] } = asked;
    const trusted = await settleTrust(policy, { ...host, workspaceRoots }, call, false);
    const { outcome, output = null } =
      trusted.refusal === null
        ? await runTrusted(allow, ground, trusted, asked, trail)
        : refused(trusted, call, trail);
    return asked.mode === "captured" ? { ...outcome, output } : outcome;
  });
}

function refused(trusted: Trusted, call: Call, trail: Trail): Pick<Ended, "outcome" | "output"> {
  const { refusal } = trusted;
  if (refusal === null) throw new Error("there is nothing to refuse");
  const { denial, read, fault } = refusal;
  const told = shownDenial(trusted.policy, call, denial, trail.mark);
  recordRefusal(refusalEntry(trusted, call, denial, read, trail.mark), trail);
  return fault === null ? { outcome: outcomeOfDenial(told.denial) } : endedByFault(fault);
}
