// The text of a trail → its rows; a line that is torn or edited into nonsense is counted, not fatal.

import {
  type DecidedRow,
  type FinishedRow,
  type Linked,
  type PolicyRow,
  ROW_VERSION,
} from "../model/audit-row.ts";

export interface ParsedRows {
  readonly rows: readonly Linked[];
  /** Lines, or parts of lines, that hold no row. */
  readonly damaged: number;
}

/** Each line begins so, and no text inside a row can: its quotes are escaped there. */
const ROW_START = `{"v":`;

type Field = keyof DecidedRow | keyof FinishedRow | keyof PolicyRow;

function isRow(value: unknown): value is Linked {
  if (typeof value !== "object" || value === null) return false;
  const row = value as Partial<Record<Field, unknown>>;
  const isNamed = [row.id, row.at, row.verb].every((field) => typeof field === "string");
  if (row.v !== ROW_VERSION || !isNamed) return false;
  if (row.phase === "finished") return typeof row.outcome === "object" && row.outcome !== null;
  if (row.phase === "policy-changed") return typeof row.guardfile === "string";
  const isDecision = row.decision === "allow" || row.decision === "deny";
  return row.phase === "decided" && isDecision && typeof row.argv === "object" && row.argv !== null;
}

function parse(text: string): Linked | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRow(value) ? value : null;
  } catch {
    return null;
  }
}

/** A whole row may stand behind one that was torn. */
function parseLine(line: string): { row: Linked | null; isDamaged: boolean } {
  const whole = parse(line);
  if (whole !== null) return { row: whole, isDamaged: false };
  const start = line.lastIndexOf(ROW_START);
  return { row: start > 0 ? parse(line.slice(start)) : null, isDamaged: true };
}

/**
 * @param text whole lines, or one that was torn among them
 * @returns the rows in order
 */
export function parseRows(text: string): ParsedRows {
  const rows: Linked[] = [];
  let damaged = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const { row, isDamaged } = parseLine(line);
    if (row !== null) rows.push(row);
    if (isDamaged) damaged += 1;
  }
  return { rows, damaged };
}
