// The bytes of a Guardfile → its value, or all that is wrong with it.

import type { Diagnostic } from "../model/diagnostic.ts";
import type { Guardfile } from "../model/policy.ts";
import { readNodes } from "./block.ts";
import { decode } from "./decode.ts";
import type { TopDraft } from "./drafts.ts";
import { NODES } from "./grammar.ts";
import { readKdl } from "./kdl.ts";
import { openReading } from "./open-reading.ts";
import { checkShape } from "./pattern-shape.ts";
import type { Report } from "./report.ts";
import { checkWraps } from "./wrap-conflicts.ts";

export interface ParseOptions {
  /** Says what is wrong with a pattern, or null; without it only brackets and escapes are looked at. */
  readonly checkPattern?: (source: string) => string | null;
}

export interface Parsed {
  /** Null where any diagnostic is an error. */
  readonly guardfile: Guardfile | null;
  /** Of a file that is not valid, the wraps that no error lies in, for their examples alone; null where it is valid. */
  readonly sound: Guardfile | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The text that the diagnostics' spans are about. */
  readonly text: string;
}

/**
 * Parses a Guardfile; never throws.
 * @param file the file's name as diagnostics and rules show it
 * @param source its bytes, or its text
 */
export function parseGuardfile(
  file: string,
  source: Uint8Array | string,
  options: ParseOptions = {},
): Parsed {
  const report = decode(file, source);
  const guardfile = report.diagnostics.length === 0 ? read(report, options) : null;
  const { text } = report;
  const diagnostics = report.inOrder();
  if (diagnostics.length === 0) return { guardfile, sound: null, diagnostics, text };
  return {
    guardfile: null,
    sound: guardfile && soundPart(guardfile, diagnostics),
    diagnostics,
    text,
  };
}

/** A wrap's text goes on to where the next one starts. */
function soundPart(guardfile: Guardfile, diagnostics: readonly Diagnostic[]): Guardfile {
  const starts = guardfile.wraps.map(({ span }) => span.start.offset);
  const spans = diagnostics.flatMap(({ span, related = [] }) => [
    span,
    ...related.map((other) => other.span),
  ]);
  const spoilt = new Set(
    spans.map(({ start }) => starts.findLastIndex((from) => from <= start.offset)),
  );
  return { ...guardfile, wraps: guardfile.wraps.filter((_, index) => !spoilt.has(index)) };
}

function read(report: Report, options: ParseOptions): Guardfile | null {
  const nodes = readKdl(report);
  if (nodes === null) return null;
  const draft: TopDraft = { description: null, wrapNodes: [], wraps: [] };
  const reading = openReading(report, NODES, options.checkPattern ?? checkShape);
  readNodes(nodes, "top", draft, reading, NODES);
  if (draft.wrapNodes.length === 0) {
    report.error("no-wrap", { start: 0, end: 0 }, 'a Guardfile needs a "wrap"', {
      hint: "write `wrap ward git { exec git; can run status }`",
    });
  }
  checkWraps(draft.wraps, report);
  return {
    file: report.file,
    description: draft.description?.value ?? null,
    wraps: draft.wraps,
  };
}
