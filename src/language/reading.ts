// What every node reader gets: where to report, how to note a rule, and how to go down into a block.

import type { Rule } from "../model/policy.ts";
import type { KdlArgument, KdlNode } from "./document.ts";
import type { Drafts, Room } from "./drafts.ts";
import type { Report } from "./report.ts";

export interface Reading {
  readonly report: Report;
  /** Null where the pattern is one that the matcher can run, else what is wrong with it. */
  checkPattern(source: string): string | null;
  /** The sentence that a decision may rest on; `only` where one argument of it is meant. */
  rule(node: KdlNode, only?: KdlArgument): Rule;
  /** Reads a node's block, every child into the draft; a missing block reads as an empty one. */
  block<R extends Room>(node: KdlNode, room: R, draft: Drafts[R]): void;
}

/** What reads a node that stands in a room into that room's draft. */
export type Reader<R extends Room> = (node: KdlNode, draft: Drafts[R], reading: Reading) => void;

/** One node of the language; help, reference page and "did you mean" read the same object. */
export interface NodeSpec {
  /** `can run` is the node `can` with the first argument `run`. */
  readonly name: string;
  /** Other spellings of the same node. */
  readonly also?: readonly string[];
  /** The arguments behind the name, for people. */
  readonly args: string;
  /** One sentence. */
  readonly meaning: string;
  /** One line of a Guardfile, without the block around it. */
  readonly example: string;
  /** Takes a number or a boolean; all other nodes take strings alone. */
  readonly isTyped?: boolean;
  /** Where it may stand, and how it is read there. */
  readonly readers: { readonly [R in Room]?: Reader<R> };
}
