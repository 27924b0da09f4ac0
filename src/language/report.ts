// Offsets in one text → diagnostics with both ends of their spans, collected in the order they were found.

import type { Diagnostic, Position, Related, Span } from "../model/diagnostic.ts";

/** UTF-16 offsets; `end` is just behind the last unit. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface More {
  readonly hint?: string;
  readonly related?: readonly Related[];
}

/** Errors of the text itself: what a line means is not known beside one. */
const SYNTAX: ReadonlySet<string> = new Set(["syntax", "kdl-1"]);

export class Report {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: Diagnostic[] = [];
  readonly #lineStarts: number[] = [0];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    for (const newline of text.matchAll(/\r\n|\r|\n/g)) {
      this.#lineStarts.push(newline.index + newline[0].length);
    }
  }

  error(code: string, where: Range | Span, message: string, more: More = {}): void {
    const span = typeof where.start === "number" ? this.span(where as Range) : (where as Span);
    this.diagnostics.push({ code, severity: "error", file: this.file, span, message, ...more });
  }

  /** All that was found, from top to bottom; what the grammar says of a line that is no KDL is left out. */
  inOrder(): readonly Diagnostic[] {
    const isSyntax = ({ code }: Diagnostic) => SYNTAX.has(code);
    const broken = new Set(this.diagnostics.filter(isSyntax).map(({ span }) => span.start.line));
    return this.diagnostics
      .filter((one) => isSyntax(one) || !broken.has(one.span.start.line))
      .toSorted((one, other) => one.span.start.offset - other.span.start.offset);
  }

  span(range: Range): Span {
    return { start: this.#position(range.start), end: this.#position(range.end) };
  }

  /** The other place of a conflict. */
  related(span: Span, message: string): readonly Related[] {
    return [{ file: this.file, span, message }];
  }

  #position(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1, offset };
  }
}
