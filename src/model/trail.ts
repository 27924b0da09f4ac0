// What reading a trail finds: calls with both their rows, and whether the chain holds.

import type { DecidedRow, FinishedRow, Linked, PolicyRow } from "./audit-row.ts";

/** `unfinished`: it was granted and nobody wrote how it ended; it may still run, or ward was killed. */
export interface RecordedCall {
  readonly id: string;
  readonly state: "refused" | "finished" | "unfinished";
  /** Null where only the call's end is in the trail. */
  readonly decided: Linked<DecidedRow> | null;
  readonly finished: Linked<FinishedRow> | null;
}

/** A Guardfile was met with another surface than before. */
export interface RecordedNews {
  readonly id: string;
  readonly state: "policy-changed";
  readonly row: Linked<PolicyRow>;
}

export type RecordedEntry = RecordedCall | RecordedNews;

/** A row, or a line in a row's place. */
export interface RowPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Null where the line names none. */
  readonly id: string | null;
  readonly phase: string | null;
  readonly verb: string | null;
  readonly at: string | null;
}

/**
 * `edited`: the row is not the one that was hashed. `broken`: the line is no row at all.
 * `removed`: what the row was chained to is not in front of it. `inserted`: the chain goes on without the row.
 * `moved`: the row belongs elsewhere. `unlinked`: the file does not follow the one before it.
 * `unreadable`: the file can't be read from here on.
 */
export type FindingKind =
  | "edited"
  | "broken"
  | "removed"
  | "inserted"
  | "moved"
  | "unlinked"
  | "unreadable";

export interface Finding extends RowPlace {
  readonly kind: FindingKind;
  /** For a person, where there is more to say: `which row is in front of it`. */
  readonly detail: string | null;
}

export interface ChainEnd {
  readonly place: RowPlace;
  readonly hash: string;
  /** What it was chained to; null in the first row of all. */
  readonly prev: string | null;
}

export interface Verification {
  readonly files: number;
  readonly rows: number;
  /** Lines that a killed writer or a full disk left, each named by the row behind it. */
  readonly torn: number;
  /** The oldest row and the newest; null where there is none. */
  readonly start: ChainEnd | null;
  readonly newest: ChainEnd | null;
  /** Rows behind the one whose hash was asked for; null where it was not asked for, -1 where it is nowhere. */
  readonly sinceHead: number | null;
  /** In the order of the trail, the first hundred. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
}
