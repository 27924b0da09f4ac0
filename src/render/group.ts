// Turns a group into its help: the leaves under it, what each really runs, and what bounds it.
import type { Leaf, Wrap } from "../model/policy.ts";
import { invocationText } from "./invocation.ts";
import { callWords, invocationOf, policyPhrases } from "./policy.ts";
import { clipped } from "./printable.ts";

export interface GroupView {
  /** Root word first. */
  readonly path: readonly string[];
  readonly describe: string | null;
  /** Full paths of the groups below. */
  readonly groups: readonly (readonly string[])[];
  readonly leaves: readonly { readonly wrap: Wrap; readonly leaf: Leaf }[];
}

function leafLines({ wrap, leaf }: { wrap: Wrap; leaf: Leaf }): string[] {
  const lines = [`  ${invocationText(callWords(wrap, leaf))}${leaf.isSealed ? "" : " [args…]"}`];
  if (leaf.describe !== null) lines.push(`      ${clipped(leaf.describe)}`);
  lines.push(`      runs: ${invocationOf(leaf)}`);
  const phrases = policyPhrases(wrap, leaf);
  if (phrases.length > 0) lines.push(`      policy: ${phrases.join("; ")}`);
  return lines;
}

/**
 * @param group what was asked for
 * @param remarks lines that belong under the list: files that are not valid or not approved; already escaped
 * @returns the help text, many lines, no trailing newline
 */
export function renderGroup(group: GroupView, remarks: readonly string[] = []): string {
  const path = invocationText(group.path);
  const lines = [`usage: ${path} <word…> [args…]`];
  if (group.describe !== null) lines.push("", clipped(group.describe, 1000));
  if (group.groups.length > 0) {
    lines.push("", "groups:", ...group.groups.map((words) => `  ${invocationText(words)}`));
  }
  if (group.leaves.length > 0) lines.push("", "granted:", ...group.leaves.flatMap(leafLines));
  lines.push("", `Whatever is not listed does not exist here; \`${path} --help\` shows this text.`);
  return [...lines, ...remarks].join("\n");
}
