// The words behind `can run` and `never run` → a path of subcommand words, quoted sentences split on blanks.

import { hasCount, texts } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { Reading } from "./reading.ts";
import { label } from "./refused-words.ts";

/** @returns the words, exactly `["*"]` for the whole binary; null where they are none */
export function readWords(node: KdlNode, reading: Reading): readonly string[] | null {
  const { report } = reading;
  const name = label(node);
  const { POSITIVE_INFINITY } = Number;
  if (!hasCount(node, reading, { from: 1, min: 1, max: POSITIVE_INFINITY, what: "word" }))
    return null;
  const given = texts(node, 1);
  const words = given.flatMap(({ text, argument }) => {
    const parts = text.split(/\s+/u).filter((part) => part !== "");
    if (parts.length === 0) {
      report.error("empty", argument.span, `a word of "${name}" can't be empty`);
    }
    return parts;
  });
  const star = given.find(({ text }) => text.split(/\s+/u).includes("*"));
  if (star && words.length > 1) {
    report.error("bad-star", star.argument.span, `"*" can't stand inside a longer path`, {
      hint: `write \`${name} "*"\` for the whole binary, or leave the * out: what follows the words may be anything`,
    });
    return null;
  }
  return words.length > 0 && given.length === node.arguments.length - 1 ? words : null;
}
