// Turns a group into its help: the leaves under it, what each really runs, and what bounds it.
import type { Leaf, Wrap } from "../model/policy.ts";
import { invocationText } from "./invocation.ts";
import { callWords, invocationOf, ownWords, policyPhrases, tailOf } from "./policy.ts";
import { clipped } from "./printable.ts";

export interface GroupView {
  /** Root word first. */
  readonly path: readonly string[];
  readonly describe: string | null;
  /** Full paths of the groups below. */
  readonly groups: readonly (readonly string[])[];
  readonly leaves: readonly { readonly wrap: Wrap; readonly leaf: Leaf }[];
  /** Whether `wardctl list` shows it too. */
  readonly isListed: boolean;
}

const MOST_FLAGS = 12;
/** Prefixes from this length on are written once, above the leaves. */
const LONG = 120;

/** The binary and prefix of most leaves, where repeating them would hide what differs. */
function sharedStart({ leaves }: GroupView): string | null {
  const starts = leaves.map(({ leaf: { exec } }) =>
    invocationText([exec.bin, ...exec.prefix], 1000),
  );
  const [first] = starts;
  const isShared = first !== undefined && starts.filter((start) => start === first).length > 1;
  return isShared && first.length >= LONG ? first : null;
}

function runsText(leaf: Leaf, shared: string | null): string {
  const start = invocationText([leaf.exec.bin, ...leaf.exec.prefix], 1000);
  if (start !== shared) return invocationOf(leaf);
  return `… ${invocationText(ownWords(leaf))}${tailOf(leaf)}`;
}

function leafLines({ wrap, leaf }: { wrap: Wrap; leaf: Leaf }, shared: string | null): string[] {
  const lines = [`  ${invocationText(callWords(wrap, leaf))}${tailOf(leaf)}`];
  if (leaf.describe !== null) lines.push(`      ${clipped(leaf.describe)}`);
  lines.push(`      runs: ${runsText(leaf, shared)}`);
  const phrases = policyPhrases(wrap, leaf, MOST_FLAGS);
  if (phrases.length > 0) lines.push(`      policy: ${phrases.join("; ")}`);
  return lines;
}

function leavesText(group: GroupView): string[] {
  if (group.leaves.length === 0) return [];
  const shared = sharedStart(group);
  const legend = shared === null ? [] : [`  … stands for: ${shared}`, ""];
  return ["", "granted:", ...legend, ...group.leaves.flatMap((one) => leafLines(one, shared))];
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
  lines.push(...leavesText(group));
  const more = group.isListed ? "; `wardctl list` shows every policy whole" : "";
  lines.push("", `What is not listed does not exist here${more}.`);
  return [...lines, ...remarks].join("\n");
}
