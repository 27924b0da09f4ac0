// A rule or a node of a Guardfile → its span in the text, for carets and for inserting sentences.

import type { Position, Span } from "../model/diagnostic.ts";
import type { Rule } from "../model/policy.ts";

/** Offset of a place in UTF-16 units; the end of the text where there is no such line. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const found = /\r\n|\r|\n/g;
    found.lastIndex = start;
    const newline = found.exec(text);
    if (!newline) return text.length;
    start = newline.index + newline[0].length;
  }
  return Math.min(text.length, start + column - 1);
}

/** From where a rule begins to the end of its head: before its block, on its line at most. */
export function spanOfRule(text: string, { line, column }: Rule): Span {
  const offset = offsetOf(text, line, column);
  const start: Position = { line, column, offset };
  const length = Math.max(1, headOnLine(text.slice(offset)));
  return { start, end: { line, column: column + length, offset: offset + length } };
}

function headOnLine(text: string): number {
  const head = /^(?:"(?:\\.|[^"\\\n])*"|[^"{};\r\n]|(?<=#)")*/.exec(text)?.[0] ?? "";
  return head.replace(/\s*(?:\/\/.*)?$/, "").length;
}
