// Guardfiles → what a page of documentation says of them: real invocations, flags with all their names, variables by name.

import { boundWords } from "../model/bound-words.ts";
import type { FlagRule, Guard, Guardfile, Leaf, LintAllow, Wrap } from "../model/policy.ts";
import type {
  EnvironmentPage,
  ExamplePage,
  LeafPage,
  PolicyPage,
  Silenced,
  WrapPage,
} from "../model/policy-page.ts";
import { readLeaf } from "./context.ts";
import type { Facts } from "./facts.ts";
import type { FlagTable } from "./flag-table.ts";
import { ownWords } from "./invocation.ts";
import { nameFlag } from "./spelling.ts";

/**
 * @param title of the page
 * @param facts for the other names of flags
 */
export function policyPage(
  title: string,
  guardfiles: readonly Guardfile[],
  facts: Facts,
): PolicyPage {
  const wraps = guardfiles.flatMap((guardfile) =>
    guardfile.wraps.map((wrap) => wrapPage(wrap, guardfile.file, facts)),
  );
  return { title, wraps };
}

/** What several leaves begin with is said once where it is longer than this, in characters. */
const LONG_START = 80;

const NO_ENVIRONMENT: EnvironmentPage = { set: [], kept: [], dropped: [] };

const key = (value: unknown) => JSON.stringify(value);

function startOf({ exec }: Leaf): readonly string[] {
  return [exec.bin, ...exec.prefix];
}

/** The long start that most leaves have, if it is more than one. */
function sharedStart({ leaves }: Wrap): readonly string[] {
  const long = leaves.map(startOf).filter((start) => start.join(" ").length > LONG_START);
  const counts = new Map<string, number>();
  for (const start of long) counts.set(key(start), (counts.get(key(start)) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most < 2 ? [] : (long.find((start) => counts.get(key(start)) === most) ?? []);
}

/** What holds for each of several leaves is said once. */
function sharedBounds({ leaves }: Wrap): readonly string[] {
  const [first, ...others] = leaves.map(boundsOf);
  if (first === undefined || others.length === 0) return [];
  return first.filter((bound) => others.every((bounds) => bounds.includes(bound)));
}

function sharedEnvironment({ leaves }: Wrap): EnvironmentPage {
  const [first, ...others] = leaves.map(environmentOf);
  if (first === undefined || others.length === 0) return NO_ENVIRONMENT;
  return others.every((one) => key(one) === key(first)) ? first : NO_ENVIRONMENT;
}

function wrapPage(wrap: Wrap, file: string, facts: Facts): WrapPage {
  const shared = {
    start: sharedStart(wrap),
    bounds: sharedBounds(wrap),
    environment: sharedEnvironment(wrap),
  };
  return {
    path: wrap.path,
    describe: wrap.describe,
    links: wrap.docLinks,
    nevers: wrap.nevers.map(({ words, describe }) => ({ words, reason: describe })),
    bounds: [...wrap.guards.map(sentenceOf), ...shared.bounds],
    start: shared.start,
    environment: shared.environment,
    examples: examplesOf(wrap),
    silenced: silencedIn(wrap.lintAllows),
    leaves: wrap.leaves.map((leaf) => apart(leafPage(wrap, leaf, file, facts), leaf, shared)),
  };
}

/** The leaf without what its wrap says for all. */
function apart(
  page: LeafPage,
  leaf: Leaf,
  shared: Pick<WrapPage, "start" | "bounds" | "environment">,
): LeafPage {
  const isBehindStart = key(startOf(leaf)) === key(shared.start);
  return {
    ...page,
    isBehindStart,
    runs: isBehindStart ? page.runs.slice(shared.start.length) : page.runs,
    bounds: page.bounds.filter((bound) => !shared.bounds.includes(bound)),
    environment: shared.environment === NO_ENVIRONMENT ? page.environment : NO_ENVIRONMENT,
  };
}

function sentenceOf({ rule, describe }: Guard): string {
  return describe === undefined ? rule.text : `${rule.text}: ${describe}`;
}

function silencedIn(allows: readonly LintAllow[]): readonly Silenced[] {
  return allows.map(({ lintRule, reason }) => ({ rule: lintRule, reason }));
}

function examplesOf({ examples }: Pick<Leaf, "examples">): readonly ExamplePage[] {
  return examples.map(({ expect, words }) => ({ expect, words }));
}

function leafPage(wrap: Wrap, leaf: Leaf, file: string, facts: Facts): LeafPage {
  const { exec } = leaf;
  const mounted = { wrap, leaf, place: "user", file } as const;
  const { table } = readLeaf(mounted, [], facts.catalogue);
  const named = (rules: readonly FlagRule[]) => namesOf(rules, table);
  return {
    call: [...wrap.path, ...leaf.words],
    describe: leaf.describe,
    runs: [...startOf(leaf), ...ownWords(leaf)],
    isBehindStart: false,
    takesArguments: !leaf.isSealed,
    isFar: exec.remote === "posix",
    allowed: leaf.allowFlags.length === 0 ? null : named(leaf.allowFlags),
    denied: named(leaf.denyFlags),
    mayRepeat: named(leaf.mayRepeat),
    patterns: leaf.patterns.map(({ source }) => source),
    bounds: boundsOf(leaf),
    environment: environmentOf(leaf),
    examples: examplesOf(leaf),
    silenced: silencedIn(leaf.lintAllows),
  };
}

/** Each flag once, the name that the policy writes first. */
function namesOf(rules: readonly FlagRule[], table: FlagTable): readonly (readonly string[])[] {
  const said = new Set<string>();
  return rules.flatMap((rule) => {
    if (said.has(rule.flag)) return [];
    const names = [...nameFlag(rule, table).names];
    for (const name of names) said.add(name);
    return [[rule.flag, ...names.filter((name) => name !== rule.flag)]];
  });
}

function boundsOf({ guards, metacharacters, bounds }: Leaf): readonly string[] {
  return [
    ...guards.map(sentenceOf),
    ...(metacharacters === "literal" ? ["metacharacters literal"] : []),
    ...(bounds === undefined ? [] : boundWords(bounds)),
  ];
}

function environmentOf({ exec: { env, environment } }: Leaf): EnvironmentPage {
  const { keep, drop } = environment;
  return { set: env.map(({ name }) => name), kept: keep, dropped: drop };
}
