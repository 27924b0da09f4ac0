// Trouble in a text that a person wrote: a value with both ends of its span, collected and never thrown.

/** A place in a text; line and column count from 1, column and offset in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** From the first character to just behind the last one. */
export interface Span {
  readonly start: Position;
  readonly end: Position;
}

export type Severity = "error" | "warning" | "note";

/** A second place that the message speaks of, e.g. the other half of a conflict. */
export interface Related {
  readonly file: string;
  readonly span: Span;
  readonly message: string;
}

export interface Diagnostic {
  /** Stable, kebab-case: `unknown-node`. */
  readonly code: string;
  readonly severity: Severity;
  readonly file: string;
  readonly span: Span;
  readonly message: string;
  /** What to do next, without the word "hint". */
  readonly hint?: string;
  readonly related?: readonly Related[];
}
