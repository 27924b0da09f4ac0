// Checks one string literal of KDL 2 and finds its end: quoted, raw, or either over several lines.

import {
  BLANK_LINE,
  findFrom,
  matchAt,
  NEWLINE,
  NEWLINE_SPLIT,
  RAW_STOP,
  SPACE_RUN,
  STRING_STOP,
} from "./characters.ts";
import type { Report } from "./report.ts";

const SPACE_ESCAPE = /\\[\t \xa0\u1680\u2000-\u200a\u202f\u205f\u3000\n-\r\x85\u2028\u2029]+/g;
const UNICODE_ESCAPE = /\\u\{([0-9a-fA-F]+)\}/y;
const WORD_BESIDE_QUOTE = 'close it, or write a quote inside it as \\"';

/** @returns the offset behind the string that opens with the `"` at `start` */
export function scanQuoted(report: Report, start: number): number {
  const { text } = report;
  if (text.startsWith('"""', start)) return scanMultiLine(report, start);
  let at = start + 1;
  for (;;) {
    at = findFrom(STRING_STOP, text, at);
    if (text[at] === '"') return at + 1;
    if (text[at] !== "\\") break;
    at = scanEscape(report, at);
  }
  const message = "this string is not closed on its line";
  report.error("unclosed-string", { start, end: at }, message, { hint: WORD_BESIDE_QUOTE });
  return at;
}

function scanMultiLine(report: Report, start: number): number {
  const { text } = report;
  let at = start + 3;
  while (at < text.length && !text.startsWith('"""', at)) {
    at = text[at] === "\\" ? scanEscape(report, at) : findFrom(STRING_STOP, text, at + 1);
  }
  if (at >= text.length) return unclosed(report, start, start + 3);
  const body = text.slice(start + 3, at);
  checkLines(
    report,
    start,
    at + 3,
    body.replace(SPACE_ESCAPE, (found, offset: number) => (isEscaped(body, offset) ? found : "")),
  );
  return at + 3;
}

/** Whether the backslash at an offset is itself the second half of `\\`. */
function isEscaped(body: string, offset: number): boolean {
  let count = 0;
  while (body[offset - 1 - count] === "\\") count += 1;
  return count % 2 === 1;
}

/** @returns the offset behind the raw string that opens with `hashes` `#` at `start` */
export function scanRaw(report: Report, start: number, hashes: number): number {
  const { text } = report;
  const open = start + hashes;
  const marks = "#".repeat(hashes);
  if (text.startsWith('"""', open)) {
    const close = text.indexOf(`"""${marks}`, open + 3);
    if (close < 0) return unclosed(report, start, open + 3);
    const end = close + 3 + hashes;
    checkLines(report, start, end, text.slice(open + 3, close));
    return end;
  }
  let at = open + 1;
  for (;;) {
    at = findFrom(RAW_STOP, text, at);
    if (text[at] !== '"') break;
    at += 1;
    if (text.startsWith(marks, at)) return at + hashes;
  }
  const message = `this raw string is not closed on its line by \`"${marks}\``;
  report.error("unclosed-string", { start, end: at }, message);
  return at;
}

function unclosed(report: Report, start: number, end: number): number {
  report.error("unclosed-string", { start, end }, "this multi-line string is never closed");
  return report.text.length;
}

/** A multi-line string starts and ends on lines of its own, and its last line's indent opens all others. */
function checkLines(report: Report, start: number, end: number, body: string): void {
  const lines = body.split(NEWLINE_SPLIT);
  const indent = lines.at(-1) ?? "";
  const wrong = lines
    .slice(1, -1)
    .some((line) => !line.startsWith(indent) && !BLANK_LINE.test(line));
  if (lines.length > 1 && lines[0] === "" && BLANK_LINE.test(indent) && !wrong) return;
  const message =
    lines.length < 2 || lines[0] !== ""
      ? "the text of a multi-line string starts on a line of its own"
      : "every line of a multi-line string starts with the indent of its closing quotes";
  report.error("bad-multi-line", { start, end }, message);
}

/** Checks the escape at an offset; returns the offset behind it. */
function scanEscape(report: Report, at: number): number {
  const { text } = report;
  const next = text[at + 1] ?? "";
  if (next !== "" && 'nrt\\"bfs'.includes(next)) return at + 2;
  const space = matchAt(SPACE_RUN, text, at + 1) || matchAt(NEWLINE, text, at + 1);
  if (space > 0) return at + 1 + space;
  UNICODE_ESCAPE.lastIndex = at;
  const unicode = UNICODE_ESCAPE.exec(text);
  if (unicode === null) {
    const message = `\`\\${next}\` is no escape`;
    const hint = 'write \\\\ for a backslash, or a raw string: #"…"#';
    report.error("bad-escape", { start: at, end: at + 2 }, message, { hint });
    return Math.min(at + 2, text.length);
  }
  const problem = unicodeProblem(unicode[1] ?? "");
  const end = at + unicode[0].length;
  if (problem !== null) report.error("bad-escape", { start: at, end }, problem);
  return end;
}

function unicodeProblem(digits: string): string | null {
  const point = Number.parseInt(digits, 16);
  if (digits.length > 6 || point > 0x10ffff) return "there is no character beyond U+10FFFF";
  if (point >= 0xd800 && point <= 0xdfff) return "U+D800 to U+DFFF are no characters";
  if (point === 0) return "NUL can't stand in any argument of any program";
  if (digits.length === 6 && digits.startsWith("0")) return "write it with five digits at most";
  return null;
}
