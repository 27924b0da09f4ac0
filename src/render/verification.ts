// Turns what the verification of a trail found into lines for a person: each finding with its file, line and row.
import type { ChainEnd, Finding, FindingKind, Verification } from "../model/trail.ts";
import { pathText } from "./place.ts";
import { printable } from "./printable.ts";

const WHAT: Readonly<Record<FindingKind, string>> = {
  edited: "was edited: it is not the row that was written",
  broken: "is no row any more",
  removed: "does not follow what stands in front of it: a row was removed or replaced there",
  inserted: "was put in: the chain does not lead through it",
  moved: "stands in the wrong place",
  unlinked: "does not follow the file before it: rows, or a whole file, were removed or replaced",
  unreadable: "can't be read from here on",
};

function rowText({ id, phase, verb, at }: Omit<ChainEnd["place"], "file" | "line">): string {
  const parts = [phase, verb, at].filter((part) => part !== null).join(", ");
  const about = parts === "" ? "" : ` (${parts})`;
  return id === null ? `a line${about}` : `row ${id}${about}`;
}

function findingText(finding: Finding, home: string | null): string {
  const { file, line, kind, detail } = finding;
  const more = detail === null ? "" : `; ${detail}`;
  const where = `${pathText(file, home)}:${line}`;
  return `${where}: ${printable(`${rowText(finding)} ${WHAT[kind]}${more}`)}`;
}

function startText({ place, prev }: ChainEnd): string {
  const begins =
    prev === null
      ? "the first row of all"
      : `behind rows that are no longer kept (the last of them had the hash ${prev})`;
  return printable(`starts with row ${place.id} of ${place.at}, ${begins}`);
}

function headText({ sinceHead }: Verification): readonly string[] {
  if (sinceHead === null) return [];
  if (sinceHead >= 0) return [`the head that was asked for is there, ${sinceHead} rows back`];
  return [
    "the head that was asked for is nowhere: the end was cut off, or the trail was written anew",
  ];
}

/** Whether all is as it was written. */
export function isWhole({ findingCount, sinceHead }: Verification): boolean {
  return findingCount === 0 && (sinceHead === null || sinceHead >= 0);
}

/**
 * @param found by the verification
 * @param home for `~`; null where it is not known
 * @returns lines without a trailing newline
 */
export function renderVerification(found: Verification, home: string | null): string {
  const { files, rows, torn, start, newest, findings, findingCount } = found;
  const more = findingCount - findings.length;
  return [
    ...findings.map((finding) => findingText(finding, home)),
    ...(more > 0 ? [`and ${more} more`] : []),
    `${rows} rows in ${files} files: ${isWhole(found) ? "the chain holds" : "the chain does not hold"}`,
    ...(start === null ? [] : [startText(start)]),
    ...(newest === null
      ? []
      : [printable(`ends with row ${newest.place.id} of ${newest.place.at}`)]),
    ...(newest === null ? [] : [`head: ${newest.hash}`]),
    ...(torn > 0
      ? [`${torn} torn lines, each accounted for: a writer was killed or the disk full`]
      : []),
    ...headText(found),
  ].join("\n");
}
