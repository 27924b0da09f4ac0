// wardctl audit export: the rows on record in a format that other programs read.
import { hostname } from "node:os";
import { type Command, Option } from "commander";
import { readCalls } from "../../host/audit-calls.ts";
import { readAllRows } from "../../host/audit-rows.ts";
import type { OpenFile } from "../../host/audit-stream.ts";
import { timeOf } from "../../host/ids.ts";
import type { Linked } from "../../model/audit-row.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { cefLine } from "../../render/export-cef.ts";
import { csvHead, csvLine } from "../../render/export-csv.ts";
import { otlpRequest } from "../../render/export-otlp.ts";
import { syslogMessage } from "../../render/export-syslog.ts";
import { jsonText } from "../../render/json.ts";
import { declareTimes, type FilterOptions, filterOf } from "../audit/filter.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { type ProgressLine, progressLine } from "../audit/progress.ts";
import { type Shown, shownRows } from "../audit/shown-row.ts";
import { print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

const FORMATS = ["jsonl", "csv", "otlp-json", "syslog", "cef"] as const;
type Format = (typeof FORMATS)[number];

interface Options extends FilterOptions {
  readonly format: Format;
}

/** Rows → lines of one format; CSV has a line a call, and is made from calls. */
const LINES: Readonly<Record<Exclude<Format, "csv">, (rows: readonly Linked[]) => string[]>> = {
  jsonl: (rows) => rows.map(jsonText),
  syslog: (rows) => rows.map((row) => syslogMessage(row, hostname())),
  cef: (rows) => rows.map((row) => cefLine(row, WARD_VERSION)),
  "otlp-json": (rows) =>
    rows.length === 0 ? [] : [jsonText(otlpRequest(rows, hostname(), WARD_VERSION))],
};

async function printLines(lines: readonly string[], line: ProgressLine): Promise<void> {
  if (lines.length === 0) return;
  line.end();
  await print(lines.join("\n"));
}

async function exportCalls(
  files: readonly OpenFile[],
  options: Options,
  shown: Shown,
  line: ProgressLine,
): Promise<void> {
  const { accepts } = filterOf(options);
  await printLines([csvHead()], line);
  for await (const { entries } of readCalls(files, line.tell)) {
    const lines = entries
      .filter(accepts)
      .flatMap((entry) => (entry.state === "policy-changed" ? [] : [csvLine(shown.entry(entry))]));
    await printLines(lines, line);
  }
}

async function exportRows(
  files: readonly OpenFile[],
  format: Exclude<Format, "csv">,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: Options,
  shown: Shown,
  line: ProgressLine,
): Promise<void> {
  for await (const rows of readAllRows(files, line.tell)) {
    const asked = rows.filter(({ id }) => timeOf(id) >= since && timeOf(id) <= until);
    await printLines(LINES[format](asked.map(shown.row)), line);
  }
}

export const auditExport: Verb = {
  name: "audit export",
  summary: "print the rows on record in a format that other programs read",
  example: "wardctl audit export --format csv --since 30d > calls.csv",
  declare(command: Command) {
    const format = new Option("--format <name>", "how to write them").choices(FORMATS);
    command.addOption(format.makeOptionMandatory());
    declareTimes(command);
    declareTrail(command);
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const { format } = options;
    const { place } = await trailOf(command);
    const shown = shownRows(place);
    const line = progressLine("exporting rows");
    await withTrail(place, (files) =>
      format === "csv"
        ? exportCalls(files, options, shown, line)
        : exportRows(files, format, options, shown, line),
    );
    line.end();
    return EXIT.ok;
  },
};
