// Turns a decision into the stable JSON shape of `explain` and `test`, and into its text for a person.
import type { Decision, EnvNeed, Reason } from "../model/decision.ts";
import type { Rule } from "../model/policy.ts";
import { invocationText } from "./invocation.ts";
import { ruleText } from "./place.ts";
import { clipped } from "./printable.ts";

/** What the host adds to a decision: the binary's absolute path and the variables of the child. */
export interface Surroundings {
  /** Absolute, or as the Guardfile names it where the binary was not found. */
  readonly bin: string | null;
  readonly envSet: readonly string[];
  readonly envDropped: readonly string[];
  readonly notes: readonly string[];
}

export interface ExplainedExec {
  readonly bin: string;
  readonly argv: readonly string[];
  readonly env_set: readonly string[];
  readonly env_dropped: readonly string[];
  readonly remote_words: readonly string[] | null;
}

/** The shape of `explain --json`: no field is ever left out but `reason`, `remedy` and `needs`, each of one kind of decision. */
export interface Explanation {
  readonly decision: Decision["decision"];
  readonly reason?: Reason;
  readonly verb: string;
  readonly rule: Rule | null;
  readonly message?: string;
  readonly remedy?: string | null;
  readonly needs?: {
    readonly shell: readonly (readonly string[])[];
    readonly env: readonly EnvNeed[];
  };
  readonly exec: ExplainedExec | null;
  readonly notes: readonly string[];
}

function ruleFields({ file, line, column, text }: Rule): Rule {
  return { file, line, column, text };
}

/**
 * @param decision what decide said
 * @param around what the host knows about the run
 * @returns plain values, unescaped: JSON carries them as they are
 */
export function explanation(decision: Decision, around: Surroundings): Explanation {
  const { verb } = decision;
  const rule = decision.rule === null ? null : ruleFields(decision.rule);
  const notes = around.notes;
  if (decision.decision === "deny") {
    const { reason, message, remedy } = decision;
    return { decision: "deny", reason, verb, rule, message, remedy, exec: null, notes };
  }
  const exec: ExplainedExec = {
    bin: around.bin ?? decision.exec.bin,
    argv: decision.exec.argv,
    env_set: around.envSet,
    env_dropped: around.envDropped,
    remote_words: decision.exec.remoteWords,
  };
  if (decision.decision === "allow") return { decision: "allow", verb, rule, exec, notes };
  const { message, needs } = decision;
  return { decision: "undecided", verb, rule, message, needs, exec, notes };
}

function execLines(exec: ExplainedExec): string[] {
  const lines = [`  runs: ${invocationText([exec.bin, ...exec.argv.slice(1)], 1000)}`];
  if (exec.remote_words !== null) {
    lines.push(`  on the far side: ${invocationText(exec.remote_words)}`);
  }
  if (exec.env_set.length > 0) lines.push(`  sets: ${clipped(exec.env_set.join(" "), 600)}`);
  if (exec.env_dropped.length > 0) {
    lines.push(`  does not pass on: ${clipped(exec.env_dropped.join(" "), 2000)}`);
  }
  return lines;
}

/**
 * @param told what `explanation` gave
 * @param home for `~` in paths
 * @returns the text for a person, many lines, no trailing newline
 */
export function renderExplanation(told: Explanation, home: string | null): string {
  const reason = told.reason === undefined ? "" : ` (${told.reason})`;
  const lines = [`${told.decision}${reason}  ${clipped(told.verb)}`];
  if (told.message !== undefined) lines.push(`  why: ${clipped(told.message, 600)}`);
  if (told.rule !== null) lines.push(`  rule: ${ruleText(told.rule, home)}`);
  if (told.remedy) lines.push(`  what next: ${clipped(told.remedy, 600)}`);
  for (const argv of told.needs?.shell ?? []) lines.push(`  depends on: ${invocationText(argv)}`);
  for (const need of told.needs?.env ?? []) {
    lines.push(`  depends on: ${clipped(`${need.name} from ${need.provider} "${need.address}"`)}`);
  }
  if (told.exec !== null) lines.push(...execLines(told.exec));
  lines.push(...told.notes.map((note) => `  note: ${clipped(note, 600)}`));
  return lines.join("\n");
}
