// What lint has to say about one sentence of a Guardfile: a value, with the call that uses the hole and the line that closes it.

import type { Severity, Span } from "./diagnostic.ts";
import type { HazardEffect } from "./hazard.ts";

/** Behind the message of what a fixed word closes: a person could do otherwise. */
export const CLOSED_OTHERWISE = "; a sealed call or none at all closes it too";

/** A node's block that a sentence goes into; the node starts at this offset of the text, in UTF-16 units. */
export interface Insertion {
  readonly offset: number;
}

export interface Fix {
  /** One sentence of a Guardfile, or, where `into` is null, what a person can do instead. */
  readonly text: string;
  readonly into: Insertion | null;
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly span: Span;
  /** About this grant; not yet escaped for a terminal. */
  readonly message: string;
  /** The program that reads the caller's words; null where the finding is about none. */
  readonly bin: string | null;
  /** Blank-separated; null where the program has none there. */
  readonly subcommand: string | null;
  readonly flags: readonly string[];
  readonly effect: HazardEffect | null;
  /** The call as typed, root word first, that the policy lets through; null where there is none. */
  readonly argv: readonly string[] | null;
  readonly fix: Fix | null;
}
