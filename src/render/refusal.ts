// Turns a denial into the three lines that a refused caller reads.
import type { Call, Denial } from "../model/decision.ts";
import { invocationText } from "./invocation.ts";
import { ruleText } from "./place.ts";
import { clipped } from "./printable.ts";

export interface RefusalView {
  /** For `~` in paths; null where it is not known. */
  readonly home: string | null;
}

/** The call as it was typed; the root word only where it is not ward's own name. */
function callText(call: Call): string {
  const [root, ...words] = call.words;
  return invocationText(root === "ward" && words.length > 0 ? words : call.words, 20);
}

/**
 * @param denial what refused the call, and why
 * @param call what was typed
 * @returns one to three lines, no trailing newline: what and why; the rule, where one decided; what passes here, where something does
 */
export function renderRefusal(denial: Denial, call: Call, view: RefusalView): string {
  const remedy = denial.remedy === null ? "" : `; ${clipped(denial.remedy, 600)}`;
  const lines = [`ward: refused \`${callText(call)}\`: ${clipped(denial.message, 600)}${remedy}`];
  if (denial.rule !== null) lines.push(`  rule: ${ruleText(denial.rule, view.home)}`);
  if (denial.allowedHere !== null)
    lines.push(`  allowed here: ${clipped(denial.allowedHere, 600)}`);
  return lines.join("\n");
}
