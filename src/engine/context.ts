// A leaf and the tokens behind it → everything that judging them needs, read once.

import type { BinaryFacts } from "../model/catalogue.ts";
import type { Leaf } from "../model/policy.ts";
import { type Argument, readArguments } from "./arguments.ts";
import { type FlagPolicy, flagPolicy } from "./flag-policy.ts";
import {
  type CommandPath,
  extendPath,
  type FlagTable,
  factsOfReader,
  fixedPath,
  flagTable,
} from "./flag-table.ts";
import type { Mounted } from "./tree.ts";

/** One policy that must pass: the leaf's own, and that of each deeper grant that the call holds. */
export interface LeafContext {
  readonly mounted: Mounted;
  readonly tokens: readonly string[];
  readonly facts: BinaryFacts | null;
  readonly path: CommandPath;
  readonly table: FlagTable;
  readonly flags: FlagPolicy;
  readonly args: readonly Argument[];
}

interface Compiled {
  readonly catalogued: BinaryFacts | null;
  readonly facts: BinaryFacts | null;
  readonly path: CommandPath;
  readonly table: FlagTable;
  readonly flags: FlagPolicy;
}

/** A leaf's own tables are the same in every call, so a long-lived process builds them once. */
const compiledLeaves = new WeakMap<Leaf, Compiled>();

/** @param catalogued the catalogue's entry for the leaf's binary, or null */
export function readLeaf(
  mounted: Mounted,
  tokens: readonly string[],
  catalogued: BinaryFacts | null,
): LeafContext {
  const { leaf } = mounted;
  let compiled = compiledLeaves.get(leaf);
  if (!compiled || compiled.catalogued !== catalogued) {
    const reader = factsOfReader(leaf, catalogued);
    compiled = compile(leaf, catalogued, reader, fixedPath(leaf, reader));
    compiledLeaves.set(leaf, compiled);
  }
  const { facts } = compiled;
  for (;;) {
    const { table, flags, path } = compiled;
    const args = readArguments(tokens, table, flags.plusFlags);
    const deeper = facts && chosenByCaller(facts, path, args);
    if (!deeper) return { mounted, tokens, facts, path, table, flags, args };
    compiled = compile(leaf, catalogued, facts, deeper);
  }
}

function compile(
  leaf: Leaf,
  catalogued: BinaryFacts | null,
  facts: BinaryFacts | null,
  path: CommandPath,
): Compiled {
  const table = flagTable(leaf, facts, path);
  return { catalogued, facts, path, table, flags: flagPolicy(leaf, facts, table) };
}

/** The path one subcommand further, where the caller's next certain word is one; else null. */
function chosenByCaller(
  facts: BinaryFacts,
  path: CommandPath,
  args: readonly Argument[],
): CommandPath | null {
  if (path.operands > 0) return null;
  const words: string[] = [];
  for (const { token, isPositional } of args) {
    if (isPositional === "maybe") break;
    if (isPositional === "yes") words.push(token);
  }
  const word = words[path.callerSteps];
  const next = word === undefined ? null : extendPath(facts, path, word);
  if (!next) return null;
  return {
    chain: [...path.chain, next],
    name: next.name,
    callerSteps: path.callerSteps + 1,
    operands: 0,
  };
}
