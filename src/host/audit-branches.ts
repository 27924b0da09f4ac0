// The files of a trail, each checked by itself → how they follow each other: where the trail starts and ends, and which files have no place in it.
//
// Files are known by what they are chained to, whatever their names say: a clock may have been set back.

import { basename } from "node:path";
import type { ChainEnd, Finding, FindingKind } from "../model/trail.ts";
import { idInName } from "./audit-names.ts";
import type { OpenFile } from "./audit-stream.ts";

export interface FileReport {
  readonly file: OpenFile;
  readonly first: ChainEnd | null;
  readonly last: ChainEnd | null;
  /** What the first row of the next file may be chained to. */
  readonly ends: readonly string[];
  readonly rows: number;
}

function follows({ first }: FileReport, { ends }: FileReport): boolean {
  return first?.prev != null && ends.includes(first.prev);
}

function followers(report: FileReport, reports: readonly FileReport[]): readonly FileReport[] {
  return reports.filter((other) => other !== report && follows(other, report));
}

function finding({ first }: FileReport, kind: FindingKind, detail: string | null): Finding[] {
  return first === null ? [] : [{ ...first.place, kind, detail }];
}

/** Files whose first row follows no other file; one of them is where the trail starts. */
export function startsOf(reports: readonly FileReport[]): readonly FileReport[] {
  return reports.filter(
    (report) =>
      report.first !== null && !reports.some((other) => other !== report && follows(report, other)),
  );
}

/** The file that no other follows; the current one where there are several. */
export function newestOf(reports: readonly FileReport[]): FileReport | undefined {
  return reports.findLast(
    (report) => report.last !== null && !reports.some((other) => follows(other, report)),
  );
}

/** Files that follow no other, save the one that the trail starts with. */
function unlinked(reports: readonly FileReport[]): Finding[] {
  return startsOf(reports)
    .slice(1)
    .flatMap((report) => {
      const before = reports[reports.indexOf(report) - 1];
      const detail = before === undefined ? null : `${before.file.path} is what comes before it`;
      return finding(report, "unlinked", detail);
    });
}

/** Of several files that follow one row, all but the one that the trail goes on with. */
function branches(reports: readonly FileReport[]): Finding[] {
  const rank = (report: FileReport) =>
    report.file.isCurrent ? 2 : followers(report, reports).length > 0 ? 1 : 0;
  const found = new Map<FileReport, FileReport>();
  for (const report of reports) {
    const [own, ...others] = followers(report, reports)
      .toReversed()
      .toSorted((a, b) => rank(b) - rank(a));
    for (const other of others) if (own !== undefined) found.set(other, own);
  }
  return reports.flatMap((report) => {
    const own = found.get(report);
    if (own === undefined) return [];
    return finding(report, "inserted", `${own.file.path} follows the same row`);
  });
}

/** Full files that do not begin with the row that they were named after. */
function beheaded(reports: readonly FileReport[]): Finding[] {
  return reports.flatMap((report) => {
    const { file, first } = report;
    const named = file.isCurrent ? null : idInName(basename(file.path));
    // Behind a torn line the name was free.
    if (named === null || first === null || first.place.line > 1) return [];
    if (first.place.id === named) return [];
    return finding(report, "removed", `the file is named after row ${named}`);
  });
}

/** What is wrong with files as a whole. */
export function fileFindings(reports: readonly FileReport[]): Finding[] {
  return [...beheaded(reports), ...unlinked(reports), ...branches(reports)];
}
