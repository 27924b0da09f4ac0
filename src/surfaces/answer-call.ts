// Answers one call under one policy: a group with its help, anything else with a decision and at most one run.
import type { Call } from "../model/decision.ts";
import { EXIT } from "../model/exit-codes.ts";
import type { Outcome } from "../model/outcome.ts";
import { printable } from "../render/printable.ts";
import { exec } from "./exec.ts";
import { groupHelp } from "./group-help.ts";
import type { Machine } from "./machine.ts";
import { idleFiles, notices } from "./overrule.ts";
import { isServed, type Policy } from "./policy.ts";
import { complain, print } from "./stdio.ts";

/** What became of a call; help is no run and has no outcome. */
export interface Answered {
  readonly exitCode: number;
  readonly outcome: Outcome | null;
  readonly isInterrupted?: true;
}

/**
 * @param call root word first
 * @returns exit 0 for help, else as `exec`
 */
export async function answerCall(call: Call, policy: Policy, machine: Machine): Promise<Answered> {
  const help = await groupHelp(policy, machine, call);
  if (help !== null) {
    await print(help);
    return { exitCode: EXIT.ok, outcome: null };
  }
  // Where no policy speaks for the call, its refusal names the files.
  const idle = isServed(policy, call.words) ? idleFiles(policy, call) : [];
  for (const line of [...notices(machine), ...idle]) complain(`ward: ${printable(line)}`);
  return exec(call, policy, machine);
}
