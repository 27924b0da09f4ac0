// Checks that many nodes share: how many arguments, which words, said only once, no block.

import type { KdlArgument, KdlNode } from "./document.ts";
import type { Said } from "./drafts.ts";
import type { Reading } from "./reading.ts";
import { label } from "./refused-words.ts";

/** An argument that is a string, as all but a few are. */
export interface Text {
  readonly text: string;
  readonly argument: KdlArgument;
}

/** The string arguments from an index on; what is no string has been reported already. */
export function texts(node: KdlNode, from = 0): Text[] {
  return node.arguments
    .slice(from)
    .flatMap((argument) =>
      typeof argument.value === "string" ? [{ text: argument.value, argument }] : [],
    );
}

interface Count {
  /** The index of the first argument that counts; those before it are the node's name. */
  readonly from?: number;
  readonly min: number;
  readonly max: number;
  /** What an argument is, for the message: `flag`. */
  readonly what: string;
}

/** Reports a wrong number of arguments; returns whether it is right. */
export function hasCount(node: KdlNode, reading: Reading, wanted: Count): boolean {
  const { from = 0, min, max } = wanted;
  const count = node.arguments.length - from;
  if (count >= min && count <= max) return true;
  const extra = count > max ? node.arguments[from + max] : undefined;
  const message = `"${label(node)}" ${countText(wanted)}, not ${count === 0 ? "none" : count}`;
  reading.report.error("argument-count", extra?.span ?? node.span, message);
  return false;
}

function countText({ min, max, what }: Count): string {
  const amount = (count: number) =>
    `${count === 1 ? "one" : count} ${what}${count === 1 ? "" : "s"}`;
  if (max === 0) return `takes no ${what}`;
  if (min === max) return `takes exactly ${amount(min)}`;
  return max === Number.POSITIVE_INFINITY
    ? `needs at least ${amount(min)}`
    : `takes ${min} to ${amount(max)}`;
}

/** Reports a block on a node that takes none. */
export function hasNoBlock(node: KdlNode, reading: Reading): void {
  if (node.children === null) return;
  const first = node.children[0];
  const inside = first ? `, so "${first.name}" can't stand in it` : "";
  reading.report.error(
    "no-block-here",
    first?.nameSpan ?? node.span,
    `"${label(node)}" takes no block${inside}`,
  );
}

/** Takes what may be said once; a second time is reported with both places. */
export function once<T>(
  reading: Reading,
  before: Said<T> | null,
  node: KdlNode,
  value: T,
): Said<T> {
  if (before === null) return { value, node };
  reading.report.error("said-twice", node.span, `"${label(node)}" is said twice here`, {
    hint: "keep one of the two",
    related: reading.report.related(before.node.span, "first said here"),
  });
  return before;
}

/** Reads the only argument as one of a few words. */
export function choice<T extends string>(
  node: KdlNode,
  reading: Reading,
  words: readonly T[],
): T | null {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 1, max: 1, what: "word" })) return null;
  const [given] = texts(node);
  if (given === undefined) return null;
  const found = words.find((word) => word === given.text);
  if (found !== undefined) return found;
  const all = words.map((word) => `"${word}"`).join(", ");
  reading.report.error(
    "unknown-word",
    given.argument.span,
    `"${label(node)}" is ${words.length > 1 ? "one of " : ""}${all}, not "${given.text}"`,
  );
  return null;
}

/** A text without a blank, a control character or nothing at all in it, as a name must be. */
export function isToken(text: string): boolean {
  return text !== "" && !/[\s\p{Cc}\p{Zs}]/u.test(text);
}
