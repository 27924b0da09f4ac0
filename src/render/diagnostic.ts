// A diagnostic and the text it is about → the place, the message, the source line with a caret under it, and what to do.
// 1. Every part that a file wrote is escaped; a tab is shown as one blank, so that the caret stands right.
// 2. A long line is cut to a window around its span; a span over several lines is marked to the end of its first.
// 3. A second place is shown the same way; one in another file without its line, whose text is not at hand.

import type { Diagnostic, Severity, Span } from "../model/diagnostic.ts";
import { printable } from "./printable.ts";

/** The most UTF-16 units of a source line that are shown before and behind the start of a span. */
const BEFORE = 60;
const BEHIND = 80;

const COLORS: Readonly<Record<Severity, string>> = { error: "31", warning: "33", note: "36" };

/** Characters that a terminal draws two columns wide, and those that it draws onto the one before. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /\p{M}/u;

function columns(text: string): number {
  let count = 0;
  for (const char of text) count += COMBINING.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return count;
}

function shown(text: string): string {
  return printable(text.replaceAll("\t", " "));
}

/** The line around an offset, cut to the window; `from` is the offset of its first unit. */
function sourceLine(text: string, { start, end }: Span): { from: number; to: number } {
  const head = Math.max(
    text.lastIndexOf("\n", start.offset - 1),
    text.lastIndexOf("\r", start.offset - 1),
  );
  const lineStart = start.offset === 0 ? 0 : head + 1;
  const tail = text.slice(start.offset).search(/[\r\n]/);
  const lineEnd = tail < 0 ? text.length : start.offset + tail;
  const from = Math.max(lineStart, start.offset - BEFORE);
  const to = Math.min(
    lineEnd,
    Math.max(start.offset, Math.min(end.offset, start.offset + BEHIND)) + BEHIND,
  );
  return { from, to };
}

/** The source line, and the line with the carets. */
function excerpt(text: string, span: Span, paint: (text: string) => string): string[] {
  const { from, to } = sourceLine(text, span);
  const number = String(span.start.line);
  const cutBefore = from > 0 && !"\r\n".includes(text[from - 1] ?? "\n") ? "…" : "";
  const cutBehind = to < text.length && !"\r\n".includes(text[to] ?? "\n") ? "…" : "";
  const indent = " ".repeat(columns(cutBefore + shown(text.slice(from, span.start.offset))));
  const marked = shown(text.slice(span.start.offset, Math.min(span.end.offset, to)));
  const carets = "^".repeat(Math.max(1, columns(marked)));
  return [
    `${number} | ${cutBefore}${shown(text.slice(from, to))}${cutBehind}`,
    `${" ".repeat(number.length)} | ${indent}${paint(carets)}`,
  ];
}

function place(file: string, { start }: Span): string {
  return `${printable(file)}:${start.line}:${start.column}`;
}

/**
 * @param text what was parsed, as the parser returned it
 * @returns several lines, no trailing newline
 */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  text: string,
  options: { readonly color: boolean } = { color: false },
): string {
  const { severity, code, file, span, message, hint, related = [] } = diagnostic;
  const paint = (kind: Severity) => (part: string) =>
    options.color ? `\x1b[1;${COLORS[kind]}m${part}\x1b[0m` : part;
  const head = `${place(file, span)}: ${paint(severity)(`${severity}[${code}]`)}: ${printable(message)}`;
  const gutter = " ".repeat(String(span.start.line).length + 1);
  const lines = [head, ...excerpt(text, span, paint(severity))];
  for (const other of related) {
    lines.push(
      `${place(other.file, other.span)}: ${paint("note")("note")}: ${printable(other.message)}`,
    );
    if (other.file === file) lines.push(...excerpt(text, other.span, paint("note")));
  }
  if (hint !== undefined) lines.push(`${gutter}hint: ${printable(hint)}`);
  return lines.join("\n");
}
