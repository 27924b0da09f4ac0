// Turns a denial into the three lines that a refused caller reads.
import type { Call, Denial } from "../model/decision.ts";
import { invocationText } from "./invocation.ts";
import { ruleText } from "./place.ts";
import { sentence } from "./printable.ts";

export interface RefusalView {
  /** For `~` in paths; null where it is not known. */
  readonly home: string | null;
  /** An agent is told to ask: the policy is not its to change. */
  readonly isAgent: boolean;
}

/** A list of flags is told by what is allowed here; one pattern still fits. */
const LONGEST_RULE = 90;

/** The call as it was typed; the root word only where it is not ward's own name. */
function callText(call: Call): string {
  const [root, ...words] = call.words;
  return invocationText(root === "ward" && words.length > 0 ? words : call.words, 20);
}

/** Policy is not an agent's to write, so it is sent to whoever wrote it. */
function remedyText({ reason, remedy }: Denial, isAgent: boolean): string {
  if (remedy === null) return "";
  const isPolicyChange = reason === "metachar" && remedy.includes("in the policy");
  return isAgent && isPolicyChange
    ? "; ask the person who wrote the policy"
    : `; ${sentence(remedy)}`;
}

/**
 * @param denial what refused the call, and why
 * @param call what was typed
 * @returns one to three lines, no trailing newline: what and why; the rule, where one decided; what passes here, where something does
 */
export function renderRefusal(denial: Denial, call: Call, view: RefusalView): string {
  const why = `${sentence(denial.message)}${remedyText(denial, view.isAgent)}`;
  const lines = [`ward: refused \`${callText(call)}\`: ${why}`];
  if (denial.rule !== null) lines.push(`  rule: ${ruleText(denial.rule, view.home, LONGEST_RULE)}`);
  if (denial.allowedHere !== null) lines.push(`  allowed here: ${sentence(denial.allowedHere)}`);
  return lines.join("\n");
}
