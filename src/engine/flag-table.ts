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
  /** Those whose value is written right behind the name, the longest name first. */
  readonly prefixes: readonly (readonly [name: string, flag: KnownFlag])[];
  /** `+flag` may be `--flag`: a program of Perl, or one that nobody knows. */
  readonly readsPlus: boolean;
  /** Beginnings of names that stand for others: `--` for `-f` of gcc. */
  readonly rewrites: readonly (readonly [from: string, to: string])[];
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
 * @param facts the catalogue's entry for the program that reads the caller's words, or null
 * @param path from `commandPath`, extended by the caller's own words where they choose the subcommand
 * @param isInner whether the leaf's fixed words start the program that these facts are of
 */
export function flagTable(
  leaf: Leaf,
  facts: BinaryFacts | null,
  path: CommandPath,
  isInner: boolean,
): FlagTable {
  const deepest = path.chain.at(-1);
  const style = leaf.exec.options ?? deepest?.style ?? facts?.style ?? null;
  const traits = facts?.ignoresCase ? withoutCase(traitsOf(style)) : traitsOf(style);
  const byName = new Map<string, KnownFlag>();
  for (const fact of cataloguedFlags(leaf, facts, path, isInner)) {
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
    bareCluster: bareClusterOf(leaf, facts, isInner),
    prefixes: prefixesOf(byName),
    readsPlus: facts && !facts.isNamesOnly ? facts.readsPlus === true : true,
    rewrites: facts?.rewrites ?? [],
    contradiction,
  };
}

/** The first of all words alone can be such a cluster: behind a fixed flag of the same program none is. */
function bareClusterOf(
  leaf: Leaf,
  facts: BinaryFacts | null,
  isInner: boolean,
): FlagTable["bareCluster"] {
  const own = leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
  const isBegun = !isInner && own.some((word) => word.startsWith("-"));
  if (facts?.bareCluster === "first" && isBegun) return null;
  return facts?.bareCluster ?? null;
}

function prefixesOf(byName: ReadonlyMap<string, KnownFlag>): FlagTable["prefixes"] {
  const found = [...byName].filter(([, { isPrefix }]) => isPrefix);
  return found.sort(([a], [b]) => b.length - a.length);
}

/** Where fixed words lead: the path, and which of the words are operands behind its deepest subcommand. */
export interface FixedPath extends CommandPath {
  readonly operandsAt: readonly number[];
}

/** The path that fixed words take; flags and the values that they are known to take are passed over. */
export function fixedPath(facts: BinaryFacts, words: readonly string[]): FixedPath {
  let path = commandPath(facts, []);
  let value: TakesNext = "no";
  const operandsAt: number[] = [];
  for (const [at, token] of words.entries()) {
    const isFlag = token.length > 1 && token.startsWith("-");
    const next = operandsAt.length > 0 ? null : extendPath(facts, path, token);
    const isValue = value === "yes" || (value === "maybe" && !isFlag && !next);
    value = "no";
    if (isValue) continue;
    if (isFlag)
      value = fixedFlagTakesNext(token, [...facts.globals, ...(path.chain.at(-1)?.flags ?? [])]);
    else if (next) path = { chain: [next], name: next.name, callerSteps: 0, operands: 0 };
    else operandsAt.push(at);
  }
  return { ...path, operands: operandsAt.length, operandsAt };
}

function fixedFlagTakesNext(token: string, flags: readonly FlagFact[]): TakesNext {
  if (token === "--" || token.includes("=")) return "no";
  const named = (name: string) => flags.find(({ names }) => names.includes(name));
  const fact = named(token);
  if (fact) return fact.arity === "unknown" ? "maybe" : fact.arity === "required" ? "yes" : "no";
  if (token.startsWith("--")) return "maybe";
  const letters = [...token.slice(1)];
  for (const [at, letter] of letters.entries()) {
    const arity = named(`-${letter}`)?.arity ?? "unknown";
    if (arity === "unknown") return "maybe";
    if (arity === "attached") return "no";
    if (arity === "required") return at + 1 < letters.length ? "no" : "yes";
  }
  return "no";
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
  for (const name of [...index.keys()]) addSteps(index, name);
  indices.set(facts, index);
  return index;
}

/** `aks` of `aks command invoke`, where the catalogue only has the latter: it reads what stands above it. */
function addSteps(index: Map<string, SubcommandFacts>, name: string): void {
  for (let at = name.indexOf(" "); at >= 0; at = name.indexOf(" ", at + 1)) {
    const step = name.slice(0, at);
    if (index.has(step)) continue;
    const above = index.get(step.slice(0, Math.max(0, step.lastIndexOf(" "))));
    const style = above?.style;
    index.set(step, {
      ...{ name: step, aliases: [], ...(style && { style }) },
      get flags() {
        return above?.flags ?? [];
      },
    });
  }
}

/** What the whole way reads: the caller may have put the flags of each step behind it. */
function cataloguedFlags(
  leaf: Leaf,
  facts: BinaryFacts | null,
  path: CommandPath,
  isInner: boolean,
): readonly FlagFact[] {
  const isOpen = isInner ? path.operands === 0 : leaf.isWholeBinary;
  const isStillFirst = isOpen && (path.name === "" || path.callerSteps > 0);
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
