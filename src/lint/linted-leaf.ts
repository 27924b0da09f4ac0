// A Guardfile → its leaves as lint looks at them: who reads the caller's words, what that can do, and how a call is decided.

import { decide } from "../engine/decide.ts";
import type { Facts } from "../engine/facts.ts";
import { type Reader, readerOf } from "../engine/reader.ts";
import { plant } from "../engine/tree.ts";
import type { BinaryFacts } from "../model/catalogue.ts";
import type { Decision } from "../model/decision.ts";
import type { Hazard } from "../model/hazard.ts";
import type { Guardfile, Leaf, Wrap } from "../model/policy.ts";
import { hazardsOf } from "./own-hazards.ts";
import { type Position, positionOf, type Reached, reachFrom } from "./position.ts";

export interface LintedLeaf {
  readonly wrap: Wrap;
  readonly leaf: Leaf;
  /** What a caller types before any word of his own. */
  readonly call: readonly string[];
  readonly reader: Reader;
  readonly position: Position;
  /** Of the reader. */
  readonly facts: BinaryFacts | null;
  /** What a call could reach; empty where the leaf is sealed. */
  readonly reached: readonly Reached[];
  /** How the leaf's call is decided with these words behind it. */
  decide(tail: readonly string[]): Decision;
}

export interface Knowledge {
  readonly facts: Facts;
  /** By base name or path. */
  readonly hazards: (bin: string) => readonly Hazard[];
}

/** @returns the leaves in the order of the file, judged as if the file were the only one */
export function lintedLeaves(guardfile: Guardfile, knowledge: Knowledge): readonly LintedLeaf[] {
  const { tree } = plant([{ place: "user", guardfile }]);
  return guardfile.wraps.flatMap((wrap) =>
    wrap.leaves.map((leaf) => {
      const call = [...wrap.path, ...leaf.words];
      const judge = (tail: readonly string[]) =>
        decide(tree, { words: [...call, ...tail] }, knowledge.facts);
      return { wrap, leaf, call, decide: judge, ...lookAt(leaf, knowledge) };
    }),
  );
}

function lookAt(leaf: Leaf, { facts, hazards }: Knowledge) {
  const reader = readerOf(leaf, facts.catalogue);
  const known = facts.catalogue(reader.bin);
  const all = hazardsOf(reader, hazards);
  const position = positionOf(reader, known, all);
  const reached = leaf.isSealed ? [] : reachFrom(position, known, all);
  return { reader, position, facts: known, reached };
}
