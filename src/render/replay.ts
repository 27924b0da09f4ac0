// Turns what another policy would have decided into lines for a person: counts, then examples of each change.
import { clipped, printable } from "./printable.ts";
import { countText } from "./trail-stats.ts";

export interface Example {
  readonly at: string;
  /** Escaped already. */
  readonly call: string;
  readonly why: string;
}

export interface ReplayCounts {
  readonly calls: number;
  readonly unchanged: number;
  readonly newly_refused: number;
  /** Of the newly refused, those that had started something. */
  readonly had_run: number;
  readonly newly_allowed: number;
  readonly undecidable: number;
  readonly not_replayed: number;
}

export interface ReplayReport extends ReplayCounts {
  readonly examples: {
    readonly newly_refused: readonly Example[];
    readonly newly_allowed: readonly Example[];
    readonly undecidable: readonly Example[];
  };
}

function examples(title: string, list: readonly Example[]): string[] {
  if (list.length === 0) return [];
  const lines = list.flatMap(({ at, call, why }) => [
    `  ${printable(at)}  ${call}`,
    `    ${clipped(why, 300)}`,
  ]);
  return ["", title, ...lines];
}

/** @returns lines without a trailing newline */
export function renderReplay(report: ReplayReport): string {
  const { newly_refused, newly_allowed, undecidable } = report.examples;
  const ran = report.had_run > 0 ? ` (${countText(report.had_run)} of them had run)` : "";
  return [
    `${countText(report.calls)} calls on record`,
    `  unchanged:      ${countText(report.unchanged)}`,
    `  newly refused:  ${countText(report.newly_refused)}${ran}`,
    `  newly allowed:  ${countText(report.newly_allowed)}`,
    `  undecidable:    ${countText(report.undecidable)}`,
    `  not replayed:   ${countText(report.not_replayed)}`,
    ...examples("newly refused:", newly_refused),
    ...examples("newly allowed:", newly_allowed),
    ...examples("undecidable:", undecidable),
  ].join("\n");
}
