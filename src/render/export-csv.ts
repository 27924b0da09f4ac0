// Turns recorded calls into CSV (RFC 4180), one line a call, that a spreadsheet shows and does not execute.
import type { ClippedArgv } from "../model/audit-row.ts";
import type { RecordedCall } from "../model/trail.ts";
import { printable } from "./printable.ts";

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const shown = printable(text);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${shown}` : shown;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function words(argv: readonly string[] | ClippedArgv | undefined): string {
  if (argv === undefined) return "";
  return JSON.stringify(argv);
}

type Column = readonly [string, (call: RecordedCall) => unknown];

const COLUMNS: readonly Column[] = [
  ["id", ({ id }) => id],
  ["at", ({ decided, finished }) => decided?.at ?? finished?.at],
  ["state", ({ state }) => state],
  ["verb", ({ decided, finished }) => decided?.verb ?? finished?.verb],
  ["decision", ({ decided }) => decided?.decision],
  ["reason", ({ decided }) => decided?.reason],
  ["rule", ({ decided }) => decided?.rule],
  ["argv", ({ decided }) => words(decided?.argv)],
  ["exec", ({ decided }) => decided?.exec?.bin],
  ["exec_argv", ({ decided }) => words(decided?.exec?.argv)],
  ["guardfile", ({ decided }) => decided?.guardfile],
  ["digest", ({ decided }) => decided?.digest],
  ["trust", ({ decided }) => decided?.trust],
  ["cwd", ({ decided }) => decided?.cwd],
  ["user", ({ decided }) => decided?.user],
  ["host", ({ decided }) => decided?.host],
  ["pid", ({ decided }) => decided?.pid],
  ["session", ({ decided }) => Object.values(decided?.session ?? {})[0]],
  ["agent", ({ decided }) => decided?.agent.join(" ")],
  ["ended_at", ({ finished }) => finished?.at],
  ["outcome", ({ finished }) => finished?.outcome.kind],
  ["exit", ({ finished }) => finished?.exit],
  ["signal", ({ finished }) => finished?.signal],
  ["launched", ({ finished }) => finished?.launched],
  ["duration_ms", ({ finished }) => finished?.duration_ms],
];

/** The names of the columns; without a line break. */
export function csvHead(): string {
  return COLUMNS.map(([name]) => name).join(",");
}

/** One line of CSV; without a line break, and with none in it. */
export function csvLine(call: RecordedCall): string {
  return COLUMNS.map(([, of]) => cell(of(call))).join(",");
}
