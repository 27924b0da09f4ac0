// Turns one recorded call, its rule and the state of its rows into the page that a person reads about it.
import type { DecidedRow, FinishedRow } from "../model/audit-row.ts";
import { jsonPage } from "./json.ts";
import { pathText } from "./place.ts";
import { printable } from "./printable.ts";
import { renderRecorded } from "./trail.ts";

export interface RuleView {
  /** The sentence that stands at the rule's place now; null where none does. */
  readonly text: string | null;
  /** Whether its file says what it said when the call was decided. */
  readonly isSame: boolean;
}

export interface RowView {
  readonly phase: string;
  readonly file: string;
  readonly line: number;
  readonly isIntact: boolean;
  readonly isLinked: boolean | null;
}

export interface CallView {
  readonly id: string;
  readonly decided: DecidedRow | null;
  readonly finished: FinishedRow | null;
  readonly rule: RuleView | null;
  readonly rows: readonly RowView[];
  readonly home: string | null;
}

function ruleLine({ decided, rule, home }: CallView): string[] {
  if (decided?.rule == null) return [];
  const place = pathText(decided.rule, home);
  if (rule?.text == null) return [`rule:   ${place}  (nothing that decides stands there now)`];
  const note = rule.isSame ? "" : "  (the file has changed since)";
  return [`rule:   ${place}  ${printable(rule.text)}${note}`];
}

function stateOf({ isIntact, isLinked }: RowView): string {
  if (!isIntact) return "was edited: its hash is not that of its text";
  if (isLinked === false) return "does not follow the row in front of it";
  return isLinked === null
    ? "is intact; it is the first of its file"
    : "is intact and in its place";
}

function chainLines({ rows, home }: CallView): string[] {
  return rows.map((row) => {
    const where = `${pathText(row.file, home)}:${row.line}`;
    return `chain:  the ${printable(row.phase)} row (${where}) ${stateOf(row)}`;
  });
}

function rowText(row: object | null): string[] {
  return row === null ? [] : jsonPage(row).split("\n");
}

/** @returns lines without a trailing newline */
export function renderCall(view: CallView): string {
  return [
    printable(`call:   ${view.id}`),
    `        ${renderRecorded(view.decided, view.finished)}`,
    ...ruleLine(view),
    ...chainLines(view),
    ...rowText(view.decided),
    ...rowText(view.finished),
  ].join("\n");
}
