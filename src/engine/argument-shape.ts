// The patterns of a leaf → how a refusal says what every argument must be: in words where they are known, a long one not at all.

import { PLAIN_PATH, PLAIN_PATHS } from "../model/plain-path.ts";
import type { Leaf } from "../model/policy.ts";
import { code } from "./trouble.ts";

type Patterns = Leaf["patterns"];

/** A longer pattern helps nobody in a sentence; the rule's own line shows it. */
const LONGEST = 60;

/** @returns what is wrong with an argument that matches none of the patterns */
export function misshapen(token: string, patterns: Patterns): string {
  const { isPlain, others } = sorted(patterns);
  const pattern = isShort(others) ? others.map(code).join(" or ") : manyText(others.length);
  const says = `does not match ${pattern}`;
  if (!isPlain) return `${code(token)} ${says}, as every argument here must`;
  const plain =
    "is no plain path below the working directory (nothing absolute or hidden, no `..`)";
  if (others.length === 0) return `${code(token)} ${plain}, as every argument here must be`;
  return `${code(token)} ${plain} and ${says}, one of which every argument here must`;
}

/** @returns the arguments that pass, in brackets; nothing where any do */
export function shapeClause(patterns: Patterns): readonly string[] {
  const { isPlain, others } = sorted(patterns);
  const plain = isPlain ? [PLAIN_PATHS] : [];
  const like = isShort(others) ? others.join(" or ") : manyText(others.length);
  const all = [...plain, ...(others.length > 0 ? [`arguments like ${like}`] : [])];
  return all.length > 0 ? [`[${all.join(", ")}]`] : [];
}

function sorted(patterns: Patterns) {
  const sources = patterns.map(({ source }) => source);
  const others = sources.filter((source) => source !== PLAIN_PATH);
  return { isPlain: others.length < sources.length, others };
}

function isShort(sources: readonly string[]): boolean {
  return sources.join(" or ").length <= LONGEST;
}

function manyText(count: number): string {
  return count === 1 ? "the policy's pattern" : `any of the policy's ${count} patterns`;
}
