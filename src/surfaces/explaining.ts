// Explains one call: the decision, what decided it and what exactly would run; nothing is run, asked or recorded.
import { basename } from "node:path";
import { decide } from "../engine/decide.ts";
import { resolveBinary } from "../host/resolve-binary.ts";
import type { Call, Decision, Invocation } from "../model/decision.ts";
import { EXIT, exitOfRefusal } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { type Explanation, explanation, type Surroundings } from "../render/explain.ts";
import { boundNotes } from "./bound-notes.ts";
import { reachedWrap, readFacts, runFacts } from "./facts.ts";
import type { Machine } from "./machine.ts";
import { badSettings, overrule } from "./overrule.ts";
import type { Policy } from "./policy.ts";
import { settleTrust } from "./trust/settle.ts";

/** Around a denial. */
export const NOTHING_RUNS: Surroundings = { bin: null, envSet: [], envDropped: [], notes: [] };

function locate(bin: string, machine: Machine): { bin: string; notes: string[] } {
  try {
    const project = machine.project?.root ?? null;
    return { bin: resolveBinary(bin, machine.searchPath, project).file, notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return { bin, notes: [thrown.message] };
  }
}

/** Around what would run: the binary's path, and the names of the variables that are set and dropped. */
export function surroundings(exec: Invocation, machine: Machine): Surroundings {
  const { set, dropped } = runFacts(exec, machine).environment;
  return { ...locate(exec.bin, machine), envSet: set, envDropped: dropped };
}

/** The child's variables include those that a provider would fill. */
function around(decision: Decision, machine: Machine): Surroundings {
  if (decision.decision === "deny") return NOTHING_RUNS;
  const found = surroundings(decision.exec, machine);
  if (decision.decision === "allow") return found;
  const names = decision.needs.env.map(({ name }) => name);
  return { ...found, envSet: [...found.envSet, ...names] };
}

/**
 * @param policy judges the call
 * @param machine where the binary would be looked for, and whose environment would be passed on
 * @param call what would be typed
 * @param isGiven whether a person named the file, so that who wrote it is no question
 * @returns the stable shape of `explain --json`
 */
export async function explainCall(
  policy: Policy,
  machine: Machine,
  call: Call,
  isGiven = false,
): Promise<Explanation> {
  const trusted = isGiven
    ? { policy, refusal: null }
    : await settleTrust(policy, machine, call, false);
  const { tree } = trusted.policy;
  const facts = await readFacts(reachedWrap(tree, call.words), call);
  const decision =
    badSettings(machine, call) ??
    trusted.refusal?.denial ??
    overrule(trusted.policy, call, decide(tree, call, facts));
  const told = explanation(decision, around(decision, machine));
  const bounds = await boundNotes(decision, machine);
  return { ...told, notes: [...told.notes, ...bounds, ...differences(policy)] };
}

/** Files of which something else is kept compiled than they say. */
function differences({ files }: Policy): readonly string[] {
  const warnings = files.flatMap(({ diagnostics }) => diagnostics);
  const found = warnings.filter(({ code }) => code === "compiled-differs");
  return found.map(({ file, message, hint }) => `${file}: ${message}; ${hint}`);
}

/** 0 for allow, 1 for undecided, else the exit code of the refusal. */
export function exitOfExplanation({ decision, reason }: Explanation): number {
  if (decision === "allow") return EXIT.ok;
  if (decision === "undecided") return EXIT.found;
  return reason === undefined ? EXIT.refused : exitOfRefusal(reason);
}

/** A note for a file that would not serve from where it lies. */
export function approvalNote(file: string): readonly string[] {
  const name = basename(file);
  const isProjects = name === "Guardfile" || name.endsWith(".guardfile.kdl");
  return isProjects
    ? [`${file} is judged as a user's file; from a project it would ask first`]
    : [];
}
