// One call, the leaf tree and facts → one decision, which names what decided it; nothing else can make an Allow.
//
// The steps come in the order of the spec's "From argv to a decision"; the first refusal wins. Where a call holds
// deeper grants than its leaf, each step must pass for all of them, and the leaf is what runs.

import {
  type Call,
  type Decision,
  type Denial,
  mint,
  type ShellFact,
  type Undecided,
} from "../model/decision.ts";
import type { Guard } from "../model/policy.ts";
import { allowedAt } from "./allowed-here.ts";
import { misshapen } from "./argument-shape.ts";
import { judgeBounds } from "./bounds.ts";
import { type LeafContext, readLeaf } from "./context.ts";
import type { Facts } from "./facts.ts";
import { judgeFlags } from "./flag-policy.ts";
import { judgeGuards } from "./guards.ts";
import { judgeEnv, judgeShellGuards } from "./host-facts.ts";
import { assemble, judgeTransport } from "./invocation.ts";
import { findDeeperGrants, isMatch, type Match, matchLeaf } from "./match.ts";
import { judgeMetacharacters, judgeSize, judgeText } from "./metacharacters.ts";
import { judgeNevers } from "./never.ts";
import { noSuchLeaf } from "./no-such-leaf.ts";
import type { LeafTree, TreeNode } from "./tree.ts";
import { code, type Trouble } from "./trouble.ts";

/**
 * Decides one call. Pure and total: the same tree, call and facts always give the same decision, and nothing throws.
 * @param tree the mounted leaves
 * @param call root word first
 * @param facts catalogue, pattern matcher, and the host's answers so far
 * @returns an Allow only if every step passed; Undecided where the host's answers would settle the rest
 */
export function decide(tree: LeafTree, call: Call, facts: Facts): Decision {
  const match = matchLeaf(tree, call.words);
  if (!isMatch(match)) {
    return noSuchLeaf(tree, call, match, facts, (words) => decide(tree, { words }, facts));
  }
  const contexts = readContexts(match, call, facts);
  if (!contexts) return refuse(match, tooManyReadings(match), []);
  const trouble = judgeCall(match.node, contexts, notUtf8Behind(match, call), facts);
  if (trouble) return refuse(match, trouble, []);
  return settle(match, contexts, facts);
}

/** Steps 1 to 7: all that can be said without asking the host. */
function judgeCall(
  node: TreeNode,
  contexts: readonly [LeafContext, ...LeafContext[]],
  notUtf8: ReadonlySet<number>,
  facts: Facts,
): Trouble | null {
  const [leaf] = contexts;
  const eachOf = (judge: (context: LeafContext) => Trouble | null) => firstTrouble(contexts, judge);
  return (
    eachOf(judgeContradiction) ??
    eachOf(judgeNevers) ??
    judgeGate(contexts, leaf, notUtf8) ??
    eachOf(({ mounted, args, table }) => judgeGuards(guardsOf(mounted), args, table, mounted)) ??
    eachOf(({ args, flags, table, mounted }) => judgeFlags(args, flags, table, mounted.leaf)) ??
    judgeTransport(leaf.mounted.leaf, leaf.tokens) ??
    eachOf((context) => judgePatterns(context, facts)) ??
    eachOf((context) => judgeSeal(node, context))
  );
}

/** Steps 8 to 10: the host's answers, then the invocation. */
function settle(
  match: Match,
  contexts: readonly [LeafContext, ...LeafContext[]],
  facts: Facts,
): Decision {
  const [{ mounted, tokens }] = contexts;
  const { leaf } = mounted;
  const guards = contexts.flatMap((context) => guardsOf(context.mounted));
  const shell = judgeShellGuards(guards, facts);
  if (shell.trouble) return refuse(match, shell.trouble, shell.facts);
  const env = judgeEnv(leaf.exec.env, facts);
  // A shell guard that is still to be asked may refuse, and then no provider is resolved.
  if (env.trouble && shell.unasked.length === 0) return refuse(match, env.trouble, shell.facts);
  const bounded = judgeBounds(contexts);
  if ("trouble" in bounded) return refuse(match, bounded.trouble, shell.facts);
  const assembled = assemble(leaf, tokens, env.values, bounded.bounds);
  if ("trouble" in assembled) return refuse(match, assembled.trouble, shell.facts);
  const { exec } = assembled;
  const verb = verbOf(match);
  if (shell.unasked.length === 0 && env.unasked.length === 0) {
    const shellFacts = shell.facts;
    return mint({ decision: "allow", verb, rule: leaf.rule, exec, shellFacts });
  }
  const needs = { shell: shell.unasked, env: shell.unasked.length > 0 ? [] : env.unasked };
  const message = undecidedMessage(needs);
  return { decision: "undecided", verb, rule: leaf.rule, message, needs, exec };
}

function undecidedMessage({ shell, env }: Undecided["needs"]): string {
  const asks = [
    ...shell.map((argv) => `the output of ${code(argv.join(" "))}`),
    ...env.map(({ name, provider, address }) => `${code(name)} from ${provider} ${code(address)}`),
  ];
  return `this depends on ${asks.join(" and ")}`;
}

function readContexts(
  match: Match,
  call: Call,
  facts: Facts,
): readonly [LeafContext, ...LeafContext[]] | null {
  const tokens = call.words.slice(match.taken);
  const shallow = readLeaf(match.mounted, tokens, facts.catalogue);
  const deeper = findDeeperGrants(match.node, shallow.args);
  if (!deeper) return null;
  const read = deeper.map((grant) => readLeaf(grant.mounted, grant.tokens, facts.catalogue));
  return [shallow, ...read];
}

function firstTrouble(
  contexts: readonly LeafContext[],
  judge: (context: LeafContext) => Trouble | null,
): Trouble | null {
  for (const context of contexts) {
    const trouble = judge(context);
    if (trouble) return trouble;
  }
  return null;
}

function guardsOf({ wrap, leaf }: Match["mounted"]): readonly Guard[] {
  return [...wrap.guards, ...leaf.guards];
}

/** A `value-flag` that the catalogue knows to take no value would make ward misread every call. */
function judgeContradiction({ table }: LeafContext): Trouble | null {
  const { contradiction } = table;
  if (!contradiction) return null;
  const message = `${code(contradiction.flag)} takes no value, so the next word would be misread`;
  return { reason: "bad-guardfile", rule: contradiction.rule, message, remedy: "leave it out" };
}

function judgeGate(
  contexts: readonly LeafContext[],
  { tokens }: LeafContext,
  notUtf8: ReadonlySet<number>,
): Trouble | null {
  const { leaf } = contexts[0]?.mounted ?? {};
  if (!leaf) return null;
  const trouble = judgeSize(tokens) ?? judgeText(tokens, notUtf8);
  if (trouble) return { ...trouble, rule: leaf.rule };
  for (const { mounted, args } of contexts) {
    if (mounted.leaf.metacharacters === "literal") continue;
    const found = judgeMetacharacters(args);
    if (found) return { ...found, rule: mounted.leaf.rule };
  }
  return null;
}

function judgePatterns({ mounted, args }: LeafContext, facts: Facts): Trouble | null {
  const { patterns } = mounted.leaf;
  const [first] = patterns;
  if (!first) return null;
  const stray = args.find(
    ({ token, isPositional }) =>
      isPositional !== "no" && !patterns.some(({ source }) => facts.matchWhole(source, token)),
  );
  if (!stray) return null;
  const message = misshapen(stray.token, patterns);
  return { reason: "arg-shape", rule: first.rule, message, remedy: valueRemedy(stray.index, args) };
}

/** A value that was taken for an argument: which line would say what it is. */
function valueRemedy(index: number, args: LeafContext["args"]): string | null {
  const flag = args[index - 1]?.flag;
  if (flag?.takesNext !== "maybe" || args[index]?.isPositional !== "maybe") return null;
  return `if it is the value of ${code(flag.name)}, ${code(`value-flag "${flag.name}"`)} in the policy says so`;
}

function judgeSeal(node: TreeNode, { mounted, tokens }: LeafContext): Trouble | null {
  if (!mounted.leaf.isSealed || tokens.length === 0) return null;
  const message = `${code(tokens[0] ?? "")} is one argument too many: this leaf is sealed`;
  // Where longer calls begin with the leaf's words, the line of what is allowed names them.
  const help = code([...mounted.wrap.path, "--help"].join(" "));
  const remedy = node.children.size > 0 ? null : `${help} shows the calls that take arguments`;
  return { reason: "sealed", rule: mounted.leaf.rule, message, remedy };
}

function notUtf8Behind({ taken }: Match, { notUtf8 }: Call): ReadonlySet<number> {
  return new Set((notUtf8 ?? []).map((index) => index - taken));
}

function tooManyReadings({ mounted }: Match): Trouble {
  const message = "this call can be read as too many of the granted commands at once";
  return {
    reason: "limit",
    rule: mounted.leaf.rule,
    message,
    remedy: "write the subcommand first",
  };
}

/** The dotted name: group words and the leaf's own. */
function verbOf({ mounted: { wrap, leaf } }: Match): string {
  return [...wrap.path, ...leaf.words].join(".");
}

function refuse(match: Match, trouble: Trouble, shellFacts: readonly ShellFact[]): Denial {
  const { reason, rule, message, remedy } = trouble;
  const verb = verbOf(match);
  const allowedHere = allowedAt(match);
  return { decision: "deny", reason, verb, rule, message, remedy, allowedHere, shellFacts };
}
