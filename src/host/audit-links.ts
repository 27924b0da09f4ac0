// Rows as they come → those that are not linked as they were written: removed, inserted, moved.
//
// A row that does not follow the one in front of it is held back until the rows behind it tell what happened:
// 1. The chain goes on without it: it was inserted, or belongs where a later row looks for it.
// 2. The chain goes on from it: what it was chained to was removed.

import type { Finding, FindingKind, RowPlace } from "../model/trail.ts";

export interface ChainRow {
  readonly place: RowPlace;
  readonly prev: string | null;
  /** What the next row may be chained to: two where the row was edited. */
  readonly hashes: readonly string[];
  /** Whether a finding about the row itself is there already. */
  readonly isEdited: boolean;
}

/** How many rows back a copy is recognised, and how many strays are held. */
const RECENT = 4096;
const MOST_STRAYS = 256;

function placeText({ line, id }: RowPlace): string {
  return id === null ? `line ${line}` : `row ${id}`;
}

/** The links of one file; findings come out of `add` and `end`. */
export class Links {
  /** Of what the next row may be chained to; null in front of the first row. */
  #last: ChainRow | null = null;
  #strays: ChainRow[] = [];
  /** How many of the strays stand behind the last row that is linked. */
  #fresh = 0;
  readonly #recent = new Map<string, RowPlace>();
  /** What rows that follow nothing were chained to. */
  readonly #sought = new Map<string, Finding>();
  readonly #report: (finding: Finding) => void;

  constructor(report: (finding: Finding) => void) {
    this.#report = report;
  }

  /**
   * @param row the next one of the file
   * @param isExcused whether the line in front of it was no row, which is a finding of its own
   */
  add(row: ChainRow, isExcused: boolean): void {
    const last = this.#last;
    const follows = last === null || (row.prev !== null && last.hashes.includes(row.prev));
    if (follows || isExcused || row.isEdited) this.#accept(row);
    else if (this.#isBehindStrays(row)) this.#accept(row);
    else if (this.#goesOnFromStray(row)) this.#acceptGap(row);
    else this.#hold(row);
  }

  /** What the next file's first row may be chained to. */
  end(): readonly string[] {
    const tail = this.#runBefore(null);
    const rest = this.#strays.slice(0, this.#strays.length - tail.length);
    for (const stray of rest) this.#stray(stray);
    this.#gap(tail);
    this.#strays = [];
    return [...(this.#last?.hashes ?? []), ...tail.flatMap(({ hashes }) => hashes)];
  }

  #accept(row: ChainRow): void {
    this.#last = row;
    this.#fresh = 0;
    for (const hash of row.hashes) this.#recent.set(hash, row.place);
    if (this.#recent.size <= RECENT) return;
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined) this.#recent.delete(oldest);
  }

  #hold(row: ChainRow): void {
    this.#strays.push(row);
    this.#fresh += 1;
    const [oldest] = this.#strays;
    if (this.#strays.length <= MOST_STRAYS || oldest === undefined) return;
    this.#strays.shift();
    this.#fresh = Math.min(this.#fresh, MOST_STRAYS);
    this.#stray(oldest);
  }

  /** Whether held rows fill the place between the last row and this one: they stood too early. */
  #isBehindStrays(row: ChainRow): boolean {
    const between: ChainRow[] = [];
    for (let hashes = this.#last?.hashes ?? []; ; ) {
      const next = this.#strays.find(
        (stray) => stray.prev !== null && hashes.includes(stray.prev) && !between.includes(stray),
      );
      if (next === undefined) return false;
      between.push(next);
      hashes = next.hashes;
      if (row.prev !== null && hashes.includes(row.prev)) break;
    }
    this.#strays = this.#strays.filter((stray) => !between.includes(stray));
    for (const { place } of between) {
      this.#tell(place, "moved", `its place is in front of ${placeText(row.place)}`);
    }
    return true;
  }

  #goesOnFromStray(row: ChainRow): boolean {
    return this.#fresh > 0 && this.#runBefore(row).length > 0;
  }

  /** The last rows held, linked to one another and to the next row; null stands for the end. */
  #runBefore(row: ChainRow | null): ChainRow[] {
    const run: ChainRow[] = [];
    const fresh = this.#strays.slice(this.#strays.length - this.#fresh);
    let { prev } = row ?? { prev: fresh.at(-1)?.hashes[0] ?? null };
    for (const stray of fresh.toReversed()) {
      if (prev === null || !stray.hashes.includes(prev)) break;
      run.unshift(stray);
      prev = stray.prev;
    }
    return run;
  }

  #acceptGap(row: ChainRow): void {
    const run = this.#runBefore(row);
    this.#strays = this.#strays.slice(0, this.#strays.length - run.length);
    this.#gap(run);
    for (const one of run) this.#accept(one);
    this.#accept(row);
  }

  /** A run of rows that is linked in itself and does not follow what stands in front of it. */
  #gap(run: readonly ChainRow[]): void {
    const [first] = run;
    if (first === undefined) return;
    const front = this.#last?.place;
    const known = first.prev === null ? undefined : this.#recent.get(first.prev);
    if (known !== undefined && front !== undefined) {
      const between = `what stands between ${placeText(known)} and ${placeText(first.place)}`;
      this.#tell(front, "inserted", `${between} was never chained there`);
      return;
    }
    const detail = front === undefined ? null : `${placeText(front)} stands there now`;
    const finding: Finding = { ...first.place, kind: "removed", detail };
    if (first.prev !== null) this.#sought.set(first.prev, finding);
    this.#report(finding);
  }

  #stray({ place, hashes }: ChainRow): void {
    const seeker = hashes.map((hash) => this.#sought.get(hash)).find(Boolean);
    if (seeker === undefined) this.#tell(place, "inserted", null);
    else this.#tell(place, "moved", `its place is in front of ${placeText(seeker)}`);
  }

  #tell(place: RowPlace, kind: FindingKind, detail: string | null): void {
    this.#report({ ...place, kind, detail });
  }
}
