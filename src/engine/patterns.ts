// Turns a pattern of a Guardfile into an answer about a whole text, in time linear in the text whatever the pattern.
//
// RE2 has no look-around and no back-references, so no pattern can backtrack. What is left to go wrong is
// size: repetitions are written out as instructions, and a text costs at most letters × instructions.

import { RE2JS, RE2JSException } from "re2js";

/** Longest pattern that loads, in UTF-16 units. */
export const PATTERN_LENGTH = 1000;

/** Most instructions a pattern may compile to: `[a-z]{1,255}` takes about 510. */
export const PATTERN_SIZE = 1000;

/** Compiled patterns kept; each may hold some megabytes of states. */
const CACHE_SIZE = 64;

const cache = new Map<string, RE2JS>();

/**
 * @param source a pattern as a Guardfile has it
 * @returns why it can't be used, as one sentence without a full stop; null where it can
 */
export function checkPattern(source: string): string | null {
  const compiled = compile(source);
  return compiled instanceof RE2JS ? null : compiled.problem;
}

/**
 * Whether the pattern matches the whole text, whatever anchors it has; `dev|main` is not met by `mainly`.
 * A pattern that `checkPattern` refuses matches nothing.
 */
export function matchWhole(pattern: string, text: string): boolean {
  const compiled = compile(pattern);
  return compiled instanceof RE2JS && compiled.testExact(text);
}

function compile(source: string): RE2JS | { problem: string } {
  const known = cache.get(source);
  if (known !== undefined) return known;
  if (source.length > PATTERN_LENGTH) {
    return {
      problem: `the pattern has ${source.length} characters, at most ${PATTERN_LENGTH} load`,
    };
  }
  const least = leastSize(source);
  if (least > 4 * PATTERN_SIZE) return { problem: tooLarge(least) };
  try {
    const compiled = RE2JS.compile(source);
    const size = compiled.programSize();
    if (size > PATTERN_SIZE) return { problem: tooLarge(size) };
    return remember(source, compiled);
  } catch (error) {
    return { problem: explain(error) };
  }
}

/** Quoted text, classes, escapes, repetitions and single characters of a pattern. */
const TOKENS =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+),?(\d*)\}|./gs;

/** About how many instructions a pattern takes at least: told before they are made, which takes time and memory. */
function leastSize(source: string): number {
  const sizes = [0];
  let last = 0;
  const add = (size: number) => sizes.push((sizes.pop() ?? 0) + size);
  for (const [token, least, most] of source.matchAll(TOKENS)) {
    if (token === "(") sizes.push(0);
    else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most));
      add(last * (times - 1));
      last *= times;
    } else {
      last = token === ")" && sizes.length > 1 ? (sizes.pop() ?? 0) : sizeOfAtom(token);
      add(last);
    }
  }
  return sizes.reduce((sum, size) => sum + size);
}

function sizeOfAtom(token: string): number {
  return token.startsWith("\\Q") ? token.length : 1;
}

function remember(source: string, compiled: RE2JS): RE2JS {
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_SIZE && !oldest.done) cache.delete(oldest.value);
  cache.set(source, compiled);
  return compiled;
}

function tooLarge(size: number): string {
  return `the pattern unrolls to about ${size} steps, at most ${PATTERN_SIZE} load: write shorter repetitions`;
}

function explain(error: unknown): string {
  if (!(error instanceof RE2JSException)) return "the pattern nests too deeply";
  const text = error.message
    .replace(/^error parsing regexp: /, "")
    .replace(/`(.{60}).+`$/s, "`$1…`");
  const isPerl = /invalid or unsupported Perl syntax|invalid named capture/.test(text);
  const isBackReference = /^invalid escape sequence: `\\[1-9k]/.test(text);
  if (isPerl) return `${text} (look-around does not exist here: patterns match in linear time)`;
  if (isBackReference) return `${text} (back-references do not exist here)`;
  return text;
}
