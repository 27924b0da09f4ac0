// A leaf, and what the catalogue knows of its binary → the flags that the tool is known to read behind that leaf.

import type { BinaryFacts, FlagFact, SubcommandFacts } from "../model/catalogue.ts";
import type { FlagRule, Leaf, OptionStyle } from "../model/policy.ts";
import { type StyleTraits, traitsOf, withoutCase } from "./option-styles.ts";

/** Whether the next token is a flag's value. */
export type TakesNext = "yes" | "no" | "maybe";

export interface KnownFlag extends FlagFact {
  /** The Guardfile's own `text-flag` says so: the gate leaves its value alone. */
  readonly isPolicyText: boolean;
  /** A detached value may start with a dash, and then is no flag. */
  readonly swallowsDashes: boolean;
}

export interface FlagTable {
  /** Null: the careful reading. */
  readonly style: OptionStyle | null;
  readonly traits: StyleTraits;
  /** By exact name, dashes included. */
  readonly byName: ReadonlyMap<string, KnownFlag>;
  readonly flags: readonly KnownFlag[];
  /** Whether the flags are all that the tool has there. */
  readonly isComplete: boolean;
  readonly responseFiles: readonly string[];
  readonly bareCluster: "first" | "any" | null;
  /** A `value-flag` or `text-flag` that the catalogue knows to take no value. */
  readonly contradiction: FlagRule | null;
}

/** Which subcommand the words behind a leaf reach, and everything that the way there may read. */
export interface CommandPath {
  /** Deepest last; empty where the catalogue knows none. */
  readonly chain: readonly SubcommandFacts[];
  /** Canonical name of the deepest. */
  readonly name: string;
  /** How many of the steps were the caller's words. */
  readonly callerSteps: number;
  /** How many fixed words stand behind the deepest subcommand and are none themselves. */
  readonly operands: number;
}

/**
 * @param leaf the grant
 * @param facts the catalogue's entry for the leaf's binary, or null
 * @param path from `commandPath`, extended by the caller's own words where they choose the subcommand
 */
export function flagTable(leaf: Leaf, facts: BinaryFacts | null, path: CommandPath): FlagTable {
  const deepest = path.chain.at(-1);
  const style = leaf.exec.options ?? deepest?.style ?? facts?.style ?? null;
  const traits = facts?.ignoresCase ? withoutCase(traitsOf(style)) : traitsOf(style);
  const byName = new Map<string, KnownFlag>();
  for (const fact of cataloguedFlags(leaf, facts, path)) {
    const swallowsDashes = fact.swallows ?? traits.swallowsDashes;
    addFact(byName, { ...fact, isPolicyText: false, swallowsDashes });
  }
  const contradiction = addPolicyValues(leaf, byName);
  return {
    style,
    traits,
    byName,
    flags: [...new Set(byName.values())],
    isComplete: path.chain.length > 0 && path.chain.every(({ isComplete }) => isComplete === true),
    responseFiles: facts?.responseFiles ?? [],
    bareCluster: facts?.bareCluster ?? null,
    contradiction,
  };
}

/**
 * The catalogue's entry where it speaks of the program that reads the caller's tokens: behind a remote shell or an
 * inner command that is another one.
 */
export function factsOfReader(leaf: Leaf, facts: BinaryFacts | null): BinaryFacts | null {
  const { exec } = leaf;
  if (!facts || exec.prefix.includes("--")) return null;
  if (exec.remote === "posix" && exec.prefix.length > 0) return null;
  const path = fixedPath(leaf, facts);
  const inner = path.chain.at(-1)?.innerOperand;
  return inner !== undefined && path.operands > inner ? null : facts;
}

/** The path that a leaf's fixed words take, prefix included; flags and the values that they are known to take are passed over. */
export function fixedPath(leaf: Leaf, facts: BinaryFacts | null): CommandPath {
  const own = leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
  let path = commandPath(facts, []);
  if (!facts) return path;
  let value: TakesNext = "no";
  for (const token of [...leaf.exec.prefix, ...own]) {
    const isFlag = token.length > 1 && token.startsWith("-");
    const next = path.operands > 0 ? null : extendPath(facts, path, token);
    const isValue = value === "yes" || (value === "maybe" && !isFlag && !next);
    value = "no";
    if (isValue) continue;
    if (isFlag)
      value = fixedFlagTakesNext(token, [...facts.globals, ...(path.chain.at(-1)?.flags ?? [])]);
    else if (next) path = { chain: [next], name: next.name, callerSteps: 0, operands: 0 };
    else path = { ...path, operands: path.operands + 1 };
  }
  return path;
}

function fixedFlagTakesNext(token: string, flags: readonly FlagFact[]): TakesNext {
  if (token === "--" || token.includes("=")) return "no";
  const named = (name: string) => flags.find(({ names }) => names.includes(name));
  const fact = named(token);
  if (fact) return fact.arity === "unknown" ? "maybe" : fact.arity === "required" ? "yes" : "no";
  // A value attached to the letter, or a cluster that nobody need take apart here.
  return !token.startsWith("--") && named(token.slice(0, 2))?.arity === "required" ? "no" : "maybe";
}

/** @returns the path that these words take from the root, as far as the catalogue knows it */
export function commandPath(facts: BinaryFacts | null, words: readonly string[]): CommandPath {
  const root = facts && subcommandsByName(facts).get("");
  let path: CommandPath = { chain: root ? [root] : [], name: "", callerSteps: 0, operands: 0 };
  for (const word of words) {
    const next = facts && extendPath(facts, path, word);
    if (!next) break;
    path = { chain: [next], name: next.name, callerSteps: 0, operands: 0 };
  }
  return path;
}

/** @returns the subcommand that `word` is below `path`, by its name or an alias */
export function extendPath(
  facts: BinaryFacts,
  path: CommandPath,
  word: string,
): SubcommandFacts | null {
  const name = path.name === "" ? word : `${path.name} ${word}`;
  return subcommandsByName(facts).get(name) ?? null;
}

const indices = new WeakMap<BinaryFacts, ReadonlyMap<string, SubcommandFacts>>();

/** By name and by alias, built once for each binary. */
function subcommandsByName(facts: BinaryFacts): ReadonlyMap<string, SubcommandFacts> {
  const known = indices.get(facts);
  if (known) return known;
  const index = new Map<string, SubcommandFacts>();
  for (const sub of facts.subcommands) {
    for (const name of [sub.name, ...sub.aliases]) if (!index.has(name)) index.set(name, sub);
  }
  indices.set(facts, index);
  return index;
}

/** What the whole way reads: the caller may have put the flags of each step behind it. */
function cataloguedFlags(
  leaf: Leaf,
  facts: BinaryFacts | null,
  path: CommandPath,
): readonly FlagFact[] {
  const isStillFirst = leaf.isWholeBinary && (path.name === "" || path.callerSteps > 0);
  const globals = facts && (isStillFirst || !facts.areGlobalsFirst) ? facts.globals : [];
  return [...path.chain.flatMap(({ flags }) => flags).reverse(), ...globals];
}

/** Where two steps of the way read one name differently, nothing is known of its value. */
function addFact(byName: Map<string, KnownFlag>, fact: KnownFlag): void {
  for (const name of fact.names) {
    const known = byName.get(name);
    if (!known) byName.set(name, fact);
    else if (known.arity !== fact.arity) byName.set(name, { ...known, arity: "unknown" });
  }
}

function addPolicyValues(leaf: Leaf, byName: Map<string, KnownFlag>): FlagRule | null {
  let contradiction: FlagRule | null = null;
  const declare = (rules: readonly FlagRule[], isText: boolean) => {
    for (const rule of rules) {
      const known = byName.get(rule.flag);
      if (known?.arity === "none") contradiction ??= rule;
      const names = known?.names ?? [rule.flag];
      const isPolicyText = isText || (known?.isPolicyText ?? false);
      const arity = known?.arity ?? "required";
      const swallowsDashes = known?.swallowsDashes ?? false;
      const fact: KnownFlag = { ...known, names, arity, isPolicyText, swallowsDashes };
      for (const name of names) byName.set(name, fact);
    }
  };
  declare([...leaf.exec.valueFlags, ...leaf.valueFlags], false);
  declare([...leaf.exec.textFlags, ...leaf.textFlags], true);
  return contradiction;
}
