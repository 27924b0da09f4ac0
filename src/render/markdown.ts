// Texts that a Guardfile wrote → Markdown that shows them as they are and does nothing.
import { invocationText } from "./invocation.ts";
import { printable } from "./printable.ts";

/** More words than any invocation of a policy has. */
const MOST_WORDS = 1000;

/** Prose on one line: nothing in it is a tag, a link or a heading. */
export function prose(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`);
}

/** A code span; one that holds backticks gets more of them around it. */
export function codeSpan(text: string): string {
  const shown = printable(text);
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `\`${shown}\`` : `${ticks} ${shown} ${ticks}`;
}

export function callSpan(words: readonly string[]): string {
  return codeSpan(invocationText(words, MOST_WORDS));
}

/** A flag with its other names: `-o` (`--output`). */
export function flagSpan([flag = "", ...others]: readonly string[]): string {
  const also = others.length === 0 ? "" : ` (${others.map(codeSpan).join(", ")})`;
  return `${codeSpan(flag)}${also}`;
}
