// A leaf and the tokens behind it → everything that judging them needs, read once.

import type { BinaryFacts } from "../model/catalogue.ts";
import type { Leaf } from "../model/policy.ts";
import { type Argument, readArguments } from "./arguments.ts";
import type { Facts } from "./facts.ts";
import { type FlagPolicy, flagPolicy } from "./flag-policy.ts";
import { type CommandPath, extendPath, type FlagTable, flagTable } from "./flag-table.ts";
import { type Reading, readingOf } from "./reading.ts";
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
  readonly reading: Reading;
  readonly table: FlagTable;
  readonly flags: FlagPolicy;
}

/** A leaf's own tables are the same in every call, so a long-lived process builds them once. */
const compiledLeaves = new WeakMap<Leaf, Compiled>();

/** @param catalogue `Facts.catalogue` */
export function readLeaf(
  mounted: Mounted,
  tokens: readonly string[],
  catalogue: Facts["catalogue"],
): LeafContext {
  const { leaf } = mounted;
  const catalogued = catalogue(leaf.exec.bin);
  let compiled = compiledLeaves.get(leaf);
  if (!compiled || !isOf(compiled, catalogued, catalogue)) {
    compiled = compile(leaf, catalogued, readingOf(leaf, catalogue));
    compiledLeaves.set(leaf, compiled);
  }
  for (;;) {
    const { table, flags, reading } = compiled;
    const { facts, path } = reading;
    const args = readArguments(tokens, table, flags.plusFlags, reading.fixed);
    const deeper = facts && chosenByCaller(facts, path, args);
    if (!deeper) return { mounted, tokens, facts, path, table, flags, args };
    compiled = compile(leaf, catalogued, { ...reading, path: deeper });
  }
}

/** Whether the tables were built from what this catalogue says. */
function isOf(
  { catalogued, reading: { inner } }: Compiled,
  own: BinaryFacts | null,
  catalogue: Facts["catalogue"],
): boolean {
  return catalogued === own && (inner === null || inner.known === catalogue(inner.bin));
}

function compile(leaf: Leaf, catalogued: BinaryFacts | null, reading: Reading): Compiled {
  const { facts, path, inner } = reading;
  const table = flagTable(leaf, facts, path, inner !== null);
  return { catalogued, reading, table, flags: flagPolicy(leaf, reading, table) };
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
