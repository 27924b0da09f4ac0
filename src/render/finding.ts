// Findings of lint → text with carets for a person, and plain values for programs.
import type { Finding } from "../model/finding.ts";
import { renderDiagnostic } from "./diagnostic.ts";
import { invocationText } from "./invocation.ts";
import { printable } from "./printable.ts";

/** Longer sentences are for `--fix` and `--json`. */
const LONGEST = 400;

/**
 * @param text of the file that the finding points into
 * @returns several lines, no trailing newline
 */
export function renderFinding(
  finding: Finding,
  text: string,
  options: { readonly color: boolean } = { color: false },
): string {
  const { rule, severity, file, span, message, argv, fix } = finding;
  const head = renderDiagnostic({ code: rule, severity, file, span, message }, text, options);
  const gutter = " ".repeat(String(span.start.line).length + 1);
  const lines = [head];
  if (argv !== null) lines.push(`${gutter}used by: ${invocationText(argv)}`);
  if (fix !== null)
    lines.push(`${gutter}${fix.into ? "closed by" : "instead"}: ${shown(fix.text)}`);
  return lines.join("\n");
}

function shown(text: string): string {
  const points = [...text];
  if (points.length <= LONGEST) return printable(text);
  return `${printable(points.slice(0, LONGEST).join(""))}… (--fix writes all of it)`;
}

/** The stable shape of `lint --json`. */
export interface FindingJson {
  readonly rule: string;
  readonly severity: Finding["severity"];
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly bin: string | null;
  readonly subcommand: string | null;
  readonly flags: readonly string[];
  readonly effect: Finding["effect"];
  readonly argv: readonly string[] | null;
  readonly fix: string | null;
}

export function findingJson(finding: Finding): FindingJson {
  const { rule, severity, file, span, message, bin, subcommand, flags, effect, argv, fix } =
    finding;
  return {
    ...{ rule, severity, file, line: span.start.line, column: span.start.column, message },
    ...{ bin, subcommand, flags, effect, argv, fix: fix?.text ?? null },
  };
}
