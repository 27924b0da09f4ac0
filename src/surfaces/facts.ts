// Collects what decide may ask of the world, and asks the host for what an undecided call still needs.
import { decide } from "../engine/decide.ts";
import { childEnvironment } from "../engine/environment.ts";
import { bareFacts, envKey, type Facts, shellKey } from "../engine/facts.ts";
import type { LeafTree } from "../engine/tree.ts";
import { askShell } from "../host/ask-shell.ts";
import { usualDirectories } from "../host/directories.ts";
import { answerEnv } from "../host/env-providers.ts";
import type { RunFacts } from "../host/prepare.ts";
import type { Allow, Answer, Call, Denial, Invocation, Undecided } from "../model/decision.ts";
import type { Leaf, Wrap } from "../model/policy.ts";
import { catalogue } from "./catalogue.ts";
import type { Machine } from "./machine.ts";

/** The parts of the machine that answers come from. */
export type Respondent = Pick<
  Machine,
  | "env"
  | "searchPath"
  | "directories"
  | "project"
  | "settings"
  | "descriptors"
  | "covered"
  | "guardPins"
>;

/** The wrap that a call reaches, if it reaches one. */
export function reachedWrap({ root }: LeafTree, words: readonly string[]): readonly Wrap[] {
  let node = root;
  for (const word of words) {
    const next = node.children.get(word);
    if (next === undefined) return [];
    if (next.wrap !== null) return [next.wrap];
    node = next;
  }
  return [];
}

/** The leaf that is called, and each deeper one that the call may name, has all its words among the call's. */
function canConcern({ words }: Leaf, call: Call | null): boolean {
  return call === null || words.every((word) => call.words.includes(word));
}

/**
 * Reads what can be known about some wraps without asking the host; who meets no pattern never loads their engine.
 * @param wraps that will be judged
 * @param call the one call that they will be judged for; null for any
 */
export async function readFacts(wraps: readonly Wrap[], call: Call | null = null): Promise<Facts> {
  const leaves = wraps.flatMap((wrap) => wrap.leaves).filter((leaf) => canConcern(leaf, call));
  const facts = { ...bareFacts, catalogue };
  if (leaves.every(({ patterns }) => patterns.length === 0)) return facts;
  const { matchWhole } = await import("../engine/patterns.ts");
  return { ...facts, matchWhole };
}

/** What the host needs to start something for an invocation: its search path and the leaf's environment. */
export function runFacts(exec: Invocation, machine: Respondent): RunFacts {
  const { env: parent, searchPath, directories, project, descriptors = [], covered = [] } = machine;
  const { guardPins = [] } = machine;
  const rule = exec.environment;
  const { account } = directories;
  const environment = childEnvironment({ rule, set: exec.envSet, parent, account, searchPath });
  const root = project?.root ?? null;
  const around = { searchPath, environment, project: root, descriptors, covered, guardPins };
  return exec.bounds?.confine === undefined ? around : { ...around, own: ownDirectories(machine) };
}

/** Where ward's policy and trail lie, for this call and for others. */
export function ownDirectories({
  directories,
  settings,
}: Pick<Respondent, "directories" | "settings">): readonly string[] {
  const { system, config, state, account } = directories;
  const usual = account === null ? [] : Object.values(usualDirectories(account));
  const named = [system, config, state, settings.auditDirectory, ...usual];
  return [...new Set(named.filter((directory) => directory !== null))];
}

async function answer(facts: Facts, { needs, exec }: Undecided, from: Respondent): Promise<Facts> {
  const shell = new Map<string, Answer>(facts.shell);
  const env = new Map<string, Answer>(facts.env);
  const around = runFacts(exec, from);
  for (const argv of needs.shell) shell.set(shellKey(argv), await askShell(argv, around));
  for (const { provider, address } of needs.env) {
    env.set(envKey(provider, address), await answerEnv(provider, address, from.env));
  }
  return { ...facts, shell, env };
}

/**
 * Decides a call for good: what only the host can tell is asked of it, each question once.
 * @param tree the mounted leaves
 * @param call what was typed
 * @param facts what is known without asking
 * @param from answers the questions
 * @param beforeAsking called before each of them
 * @throws Error where an answered question is asked again: a bug of the engine
 */
export async function settle(
  tree: LeafTree,
  call: Call,
  facts: Facts,
  from: Respondent,
  beforeAsking: () => void = () => {},
): Promise<Allow | Denial> {
  const decision = decide(tree, call, facts);
  if (decision.decision !== "undecided") return decision;
  const { shell, env } = decision.needs;
  const isNew =
    shell.some((argv) => !facts.shell.has(shellKey(argv))) ||
    env.some(({ provider, address }) => !facts.env.has(envKey(provider, address)));
  if (!isNew) throw new Error("a call stays undecided although all its questions are answered");
  beforeAsking();
  return settle(tree, call, await answer(facts, decision, from), from, beforeAsking);
}
