// Answers a call that names a group, or asks for help before any leaf, with the group's own help.
import { decide } from "../engine/decide.ts";
import { findGroup, type Group } from "../engine/group.ts";
import type { Call } from "../model/decision.ts";
import { renderGroup } from "../render/group.ts";
import { printable } from "../render/printable.ts";
import { reachedWrap, readFacts } from "./facts.ts";
import type { Machine } from "./machine.ts";
import { idleFiles, notices } from "./overrule.ts";
import type { Policy } from "./policy.ts";

const HELP = ["--help", "-h"];

/** The deepest group that the first words name; the root word alone is none to a caller who meant one below it. */
function deepestGroup({ tree }: Policy, words: readonly string[]): Group | null {
  for (let length = words.length; length > Math.min(1, words.length - 1); length -= 1) {
    const group = findGroup(tree, words.slice(0, length));
    if (group !== null) return group;
  }
  return null;
}

async function isLeaf({ tree }: Policy, call: Call): Promise<boolean> {
  const decision = decide(tree, call, await readFacts(reachedWrap(tree, call.words), call));
  return decision.decision !== "deny" || decision.reason !== "no-such-leaf";
}

/** wardctl knows the files that ward finds, and not what a program brings along. */
function isListed({ files }: Policy): boolean {
  return !files.some(({ guardfile, sha256 }) => guardfile !== null && sha256 === null);
}

/**
 * @param call root word first
 * @returns the help text; null where the call is one to decide
 */
export async function groupHelp(
  policy: Policy,
  machine: Machine,
  call: Call,
): Promise<string | null> {
  const at = call.words.findIndex((word) => HELP.includes(word));
  const exact = findGroup(policy.tree, call.words);
  if (exact === null && at < 0) return null;
  if (await isLeaf(policy, call)) return null;
  const group = exact ?? deepestGroup(policy, call.words.slice(0, at));
  if (group === null) return null;
  const remarks = [...notices(machine), ...idleFiles(policy, call)];
  return renderGroup(
    { ...group, isListed: isListed(policy) },
    remarks.map((line) => `note: ${printable(line)}`),
  );
}
