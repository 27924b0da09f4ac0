// Turns the policy into the help of ward itself: its options, and the groups that its root word serves here.
import { findGroup } from "../engine/group.ts";
import { invocationText } from "../render/invocation.ts";
import { clipped, printable } from "../render/printable.ts";
import type { Machine } from "./machine.ts";
import { idleFiles, notices } from "./overrule.ts";
import type { Policy } from "./policy.ts";

function groupLines(root: string, policy: Policy): string[] {
  const group = findGroup(policy.tree, [root]);
  if (group === null || group.leaves.length === 0)
    return [`no group of \`${printable(root)}\` is served here`];
  const wraps = new Map(group.leaves.map(({ wrap }) => [invocationText(wrap.path), wrap]));
  const counts = (wrap: unknown) => group.leaves.filter((mounted) => mounted.wrap === wrap).length;
  const width = Math.max(...[...wraps.keys()].map((path) => path.length));
  return [...wraps].map(([path, wrap]) => {
    const count = counts(wrap);
    const about = wrap.describe === null ? "" : `  ${clipped(wrap.describe)}`;
    return `  ${path.padEnd(width)}  ${count} ${count === 1 ? "leaf" : "leaves"}${about}`;
  });
}

/**
 * @param root the name under which ward was started
 * @returns the help text, no trailing newline
 */
export function rootHelp(root: string, policy: Policy, machine: Machine): string {
  const name = printable(root);
  const unapproved = policy.unapproved.map(({ file }) => `${file} is not approved and not mounted`);
  const notes = [...notices(machine), ...idleFiles(policy, { words: [root] }), ...unapproved];
  return [
    `usage: ${name} [--explain] [--outcome-fd N] <group…> <leaf…> [args…]`,
    "",
    "Runs what the Guardfiles grant, refuses the rest, and records both.",
    "",
    "  --explain       say how the call would be decided and what would run; run nothing",
    "  --outcome-fd N  write what became of the call to descriptor N, as one line of JSON",
    "  --help          show this text; behind a group, the group's own help",
    "  --version       show the version",
    "",
    "groups:",
    ...groupLines(root, policy),
    "",
    `\`${name} <group…> --help\` lists what a group grants; \`wardctl\` writes, checks and explains Guardfiles.`,
    ...notes.map((line) => `note: ${printable(line)}`),
  ].join("\n");
}
