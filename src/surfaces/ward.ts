// The program ward: its own few options, help for groups, and everything else is a call to decide.
import { inheritedDescriptors } from "../host/descriptors.ts";
import type { Environment } from "../host/directories.ts";
import { rememberWithinTurns } from "../host/one-turn.ts";
import type { OutcomePlace } from "../host/outcome-fd.ts";
import { dieAtExit } from "../host/own-death.ts";
import { findNotUtf8 } from "../host/raw-argv.ts";
import type { Call } from "../model/decision.ts";
import { EXIT } from "../model/exit-codes.ts";
import { renderExplanation } from "../render/explain.ts";
import { printable } from "../render/printable.ts";
import { type Answered, answerCall } from "./answer-call.ts";
import { exitOfExplanation, explainCall } from "./explaining.ts";
import { ownDirectories } from "./facts.ts";
import { type Machine, readMachine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { readPolicy, readPolicyFor } from "./read-policy.ts";
import { rootHelp } from "./root-help.ts";
import { complain, print } from "./stdio.ts";
import { tellOutcome } from "./tell-outcome.ts";
import { tellMigration } from "./trust/notice.ts";
import { readWardArgv, rootWord } from "./ward-argv.ts";

/** The words that were typed; those whose bytes were not UTF-8 are known by their place. */
function toCall(words: readonly string[], args: readonly string[]): Call {
  const shift = words.length - args.length;
  return { words, notUtf8: findNotUtf8(args).map((index) => index + shift) };
}

async function explain(call: Call, machine: Machine): Promise<number> {
  const policy = await readPolicy(machine);
  tellMigration("ward", machine);
  const told = await explainCall(policy, machine, call);
  await print(renderExplanation(told, machine.home));
  return exitOfExplanation(told);
}

/** What the child may have of what ward was given, and where the Outcome goes. */
interface Given {
  readonly descriptors: readonly number[];
  readonly outcome: OutcomePlace | null;
}

function misuse(message: string): number {
  complain(`ward: ${printable(message)}`);
  return EXIT.usage;
}

/** The policy of a call; what reading it, or an earlier call, changed about the store is told on stderr. */
async function policyFor(machine: Machine, words: readonly string[]): Promise<Policy> {
  const policy = await readPolicyFor(machine, words);
  tellMigration("ward", machine);
  return policy;
}

/** @returns what was given, or what is wrong with the option, as a sentence */
async function takeGiven(
  outcomeFd: string | null,
  descriptors: readonly number[],
): Promise<Given | string> {
  if (outcomeFd === null) return { descriptors, outcome: null };
  const { takeOutcomeFd } = await import("../host/outcome-fd.ts");
  const outcome = takeOutcomeFd(outcomeFd, descriptors);
  return "problem" in outcome ? `--outcome-fd ${outcome.problem}` : { descriptors, outcome };
}

/** Where ward's own files lie is known once the surroundings are read. */
async function ownFile(outcome: OutcomePlace, { directories, settings }: Machine) {
  const [{ ownFileProblem }, { trailPlace }] = await Promise.all([
    import("../host/outcome-fd.ts"),
    import("../host/audit-place.ts"),
  ]);
  const { file } = trailPlace(directories, settings.auditDirectory);
  return ownFileProblem(outcome, ownDirectories({ directories, settings }), file);
}

async function answer(
  words: readonly string[],
  args: readonly string[],
  env: Environment,
  { descriptors, outcome }: Given,
): Promise<Answered> {
  const covered = outcome?.covered ?? [];
  const machine = { ...(await readMachine(env)), descriptors, covered };
  const problem = outcome === null ? null : await ownFile(outcome, machine);
  if (problem !== null) return { exitCode: misuse(`--outcome-fd ${problem}`), outcome: null };
  const policy = await policyFor(machine, words);
  const answered = await answerCall(toCall(words, args), policy, machine);
  if (answered.isInterrupted === true) dieAtExit("SIGINT");
  return answered;
}

/**
 * @param argv the program's path, then what was typed
 * @param env the environment that ward was started with
 * @returns the exit code
 */
export async function ward(
  [program = "ward", ...args]: readonly string[],
  env: Environment,
): Promise<number> {
  // Before anything is opened: later, ward's own files look like the caller's.
  const descriptors = inheritedDescriptors();
  rememberWithinTurns();
  const root = rootWord(program);
  const request = readWardArgv(root, args);
  if (request.kind === "misuse") return misuse(request.message);
  if (request.kind === "version") {
    await print(`ward ${WARD_VERSION}`);
    return EXIT.ok;
  }
  if (request.kind === "help") {
    const machine = await readMachine(env);
    await print(rootHelp(root, await policyFor(machine, [root]), machine));
    return EXIT.ok;
  }
  const given = await takeGiven(request.outcomeFd, descriptors);
  if (typeof given === "string") return misuse(given);
  if (request.kind === "explain") {
    return explain(toCall(request.words, args), await readMachine(env));
  }
  return tellOutcome(given.outcome, () => answer(request.words, args, env, given));
}
