// Looks at a call that no mounted leaf answers, and says where a file that gives nothing is the reason.
//
// 1. Settings that can't be read decide over everything: no call is let through.
// 2. A broken file that speaks of the root word may hold the missing leaf, or forbid what a lower place would grant.
// 3. A project's file that wraps the call is named, with nothing of what it says.

import type { ConfigProblem } from "../host/host-config.ts";
import type { Call, Decision, Denial } from "../model/decision.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { WardFault } from "../model/fault.ts";
import type { Rule } from "../model/policy.ts";
import type { Machine } from "./machine.ts";
import { isServed, type Policy, type ReadFile, speaksOf } from "./policy.ts";
import { withHelp, withSuggestion } from "./suggest.ts";

/** What is wrong with a file, whatever kind of file it is. */
export interface Flawed {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
  readonly fault: WardFault | null;
}

/** What follows from another error as a rule: a misspelt `can run` leaves a wrap without one. */
const CONSEQUENCES: ReadonlySet<string> = new Set(["no-grant", "no-exec"]);

/** The error to name where there is room for one. */
function firstError(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = diagnostics.filter((one) => one.severity === "error");
  return errors.find(({ code }) => !CONSEQUENCES.has(code)) ?? errors[0];
}

/** The line of that error, as the sentence that decided. */
function ruleOf({ file, diagnostics, text }: Flawed): Rule | null {
  const first = firstError(diagnostics);
  if (first === undefined) return null;
  const { line, column } = (first.file === file ? first : (first.related?.[0] ?? first)).span.start;
  return { file, line, column, text: text.split("\n")[line - 1]?.trim() ?? "" };
}

/** One sentence: which file, and what is wrong with it. */
export function flawText({ file, diagnostics, fault }: Flawed): string {
  if (fault !== null) return fault.message;
  const first = firstError(diagnostics);
  return `${file} is not valid: ${first?.message ?? "it can't be read"}`;
}

function invalid(verb: string, flawed: Flawed): Denial {
  return {
    decision: "deny",
    verb,
    reason: "bad-guardfile",
    rule: ruleOf(flawed),
    message: flawText(flawed),
    remedy: flawed.fault?.hint ?? "`wardctl check` shows all errors",
    allowedHere: null,
    shellFacts: [],
  };
}

function unapproved(verb: string, file: string): Denial {
  return {
    decision: "deny",
    verb,
    reason: "untrusted",
    rule: null,
    message: `only ${file} wraps this, and that file of the project is not approved, so nothing of it holds`,
    remedy: "a person reads and answers it with `wardctl trust review`",
    allowedHere: null,
    shellFacts: [],
  };
}

function wraps(read: ReadFile, words: readonly string[]): boolean {
  const paths = read.guardfile?.wraps.map((wrap) => wrap.path) ?? [];
  return paths.some((path) => path.every((word, index) => words[index] === word));
}

/** The denial of every call where a config.kdl is there and can't be followed; else null. */
export function badSettings(machine: Machine, call: Call): Denial | null {
  const [problem] = machine.problems;
  return problem === undefined ? null : invalid(call.words[0] ?? "", flawOf(problem));
}

/** What is wrong with a config.kdl, as it is said of a Guardfile. */
export function flawOf({ path, fault, parsed }: ConfigProblem): Flawed {
  return { file: path, diagnostics: parsed?.diagnostics ?? [], text: parsed?.text ?? "", fault };
}

/**
 * @param decision what decide said of the mounted policy
 * @returns the same, or the denial that names the file because of which there is no leaf
 */
export function overrule<D extends Decision>(policy: Policy, call: Call, decision: D): D | Denial {
  if (decision.decision !== "deny") return decision;
  if (decision.reason !== "no-such-leaf") return withHelp(policy.tree, call, decision);
  const refused = withHelp(policy.tree, call, withSuggestion(policy.tree, call, decision));
  if (isServed(policy, call.words)) return refused;
  const root = call.words[0] ?? "";
  const broken = policy.broken.find((read) => speaksOf(read, root));
  if (broken !== undefined) return invalid(decision.verb, broken);
  const waiting = policy.unapproved.find((read) => wraps(read, call.words));
  if (waiting !== undefined) return unapproved(decision.verb, waiting.file);
  const spoilt = policy.unapproved.find((read) => read.guardfile === null && speaksOf(read, root));
  return spoilt === undefined || refused.remedy !== null
    ? refused
    : { ...refused, remedy: `${flawText(spoilt)}; it gives nothing` };
}

/** Lines for stderr about what is not followed here, whatever is called; without the program's name. */
export function notices({ directories, project }: Machine): readonly string[] {
  const passedOver = project?.passedOver ?? [];
  return [
    ...directories.notices,
    ...passedOver.map((file) => `${file} belongs to another user or file system and gives nothing`),
  ];
}

/** Lines for stderr about files that give nothing although they speak of this call. */
export function idleFiles(policy: Policy, call: Call): readonly string[] {
  const root = call.words[0] ?? "";
  const broken = policy.broken.filter((read) => speaksOf(read, root)).map(flawText);
  const waiting = policy.unapproved.filter((read) => wraps(read, call.words));
  return [
    ...broken.map((text) => `${text}; it gives nothing`),
    ...waiting.map(({ file }) => `${file} wraps this too; it is not approved and gives nothing`),
  ];
}
