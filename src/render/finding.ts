// Findings of lint → text with carets for a person, and plain values for programs.
import { CLOSED_OTHERWISE, type Finding } from "../model/finding.ts";
import { renderDiagnostic } from "./diagnostic.ts";
import type { FindingGroup, Told } from "./finding-groups.ts";
import { invocationText } from "./invocation.ts";
import { printable } from "./printable.ts";

/** Longer sentences are for `--fix` and `--json`. */
const LONGEST = 400;
/** Grants that are named; more of them are counted. */
const MOST_NAMED = 4;
/** Who would deny more flags than this says sooner which may pass. */
const MOST_DENIED = 12;
const CALL = /^`([^`]*)` ?/;

/**
 * @param text of the file that the findings point into
 * @returns several lines, no trailing newline: the place once, each finding with its call, at the end what closes them
 */
export function renderFindings(
  group: FindingGroup,
  text: string,
  options: { readonly color: boolean } = { color: false },
): string {
  const [first, ...rest] = group.told;
  const { rule, severity, file, span } = first.finding;
  const message = messageOf(first);
  const gutter = " ".repeat(String(span.start.line).length + 1);
  const head = renderDiagnostic({ code: rule, severity, file, span, message }, text, options);
  const more = rest.flatMap((told) => [
    `${gutter}${printable(lineOf(told, first))}`,
    ...evidence(told, `${gutter}  `),
  ]);
  const end = closingLines(group).map((line) => `${gutter}${shown(line)}`);
  return [head, ...evidence(first, gutter), ...more, ...end].join("\n");
}

function callOf({ message }: Finding): string | null {
  return CALL.exec(message)?.[1] ?? null;
}

/** The message, and of which other grants it is true as well. */
function messageOf({ finding, others }: Told): string {
  const message = finding.message.replace(CLOSED_OTHERWISE, "");
  return others.length === 0 ? message : `${message}; likewise ${named(others)}`;
}

/** The calls of findings, the first few by name. */
function named(findings: readonly Finding[]): string {
  const names = findings.map((other) => `\`${callOf(other) ?? other.file}\``);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `${names.slice(0, MOST_NAMED).join(", ")}${more}`;
}

/** What follows the first of a group leaves out the call, and the place, where they are the same. */
function lineOf(told: Told, first: Told): string {
  const { severity, rule, span } = told.finding;
  const isSame = callOf(told.finding) !== null && callOf(told.finding) === callOf(first.finding);
  const message = isSame ? messageOf(told).replace(CALL, "") : messageOf(told);
  const isHere = span.start.offset === first.finding.span.start.offset;
  const place = isHere ? "" : `${span.start.line}:${span.start.column}: `;
  return `${place}${severity}[${rule}]: ${message}`;
}

/** The call that uses it; and what to do where no line closes it. */
function evidence({ finding: { argv, fix } }: Told, indent: string): readonly string[] {
  const used = argv === null ? [] : [`${indent}used by: ${invocationText(argv)}`];
  const instead = fix === null || fix.into ? [] : [`${indent}instead: ${shown(fix.text)}`];
  return [...used, ...instead];
}

/** What `--fix` puts together out of several sentences. */
const JOINED = ["deny-flag ", "argv "];

/** Of which other grants all is true, and what closes it. */
function closingLines({ told, likewise }: FindingGroup): readonly string[] {
  const texts = told.flatMap(({ finding: { fix } }) => (fix?.into ? [fix.text] : []));
  const flags = wordsBehind("deny-flag ", texts);
  const isLong = flags.length > MOST_DENIED;
  return [
    ...(likewise.length > 0 ? [`all of it likewise: ${named(likewise)}`] : []),
    ...(isLong ? ["shorter: list the flags that may pass with `allow-flag`"] : []),
    ...(texts.length > 0 ? [`closed by: ${joined(texts)}`] : []),
  ];
}

/** The sentences that go into one block, as `--fix` would write them. */
function joined(texts: readonly string[]): string {
  const merged = JOINED.flatMap((start) => {
    const words = wordsBehind(start, texts);
    return words.length === 0 ? [] : [`${start}${words.join(" ")}`];
  });
  const others = texts.filter((one) => !JOINED.some((start) => one.startsWith(start)));
  return [...merged, ...new Set(others)].join("; ");
}

function wordsBehind(start: string, texts: readonly string[]): readonly string[] {
  const all = texts.filter((one) => one.startsWith(start));
  return [...new Set(all.flatMap((one) => one.slice(start.length).split(" ")))];
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
