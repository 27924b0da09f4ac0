// The blocks of a trail → its calls, each with both its rows, and news, as their last rows come by; in constant memory.
//
// - A refusal comes where it stands, a run where it ended; runs without an end come last, in the order of their decisions.
// - Runs that are still open wait: the newest as they are, older ones as bytes. Of more than fit, the oldest come early.

import type { DecidedRow, Linked } from "../model/audit-row.ts";
import type { RecordedCall, RecordedEntry } from "../model/trail.ts";
import { parseRows } from "./audit-parse.ts";
import { blocksOf, type OpenFile, type Progress } from "./audit-stream.ts";

/** What one block of the trail completes. */
export interface Batch {
  readonly entries: readonly RecordedEntry[];
  /** Lines, or parts of lines, that hold no row. */
  readonly damaged: number;
}

/** Open runs that wait for their ends. */
const MOST_OPEN = 30_000;
const MOST_LIVE = 500;

/** Pairs rows as they come. */
export class Pairing {
  /** By id, in the order of their decisions. */
  readonly #open = new Map<string, Linked<DecidedRow> | Buffer>();
  #packed = 0;

  /** @returns what these rows complete */
  add(rows: readonly Linked[]): RecordedEntry[] {
    const calls: RecordedEntry[] = [];
    for (const row of rows) {
      const { id } = row;
      if (row.phase === "policy-changed") {
        calls.push({ id, state: row.phase, row });
      } else if (row.phase === "finished") {
        const decided = this.#take(id);
        calls.push({ id, state: "finished", decided, finished: row });
      } else if (row.decision === "deny") {
        calls.push({ id, state: "refused", decided: row, finished: null });
      } else {
        this.#open.set(id, row);
      }
    }
    this.#pack();
    while (this.#open.size > MOST_OPEN) calls.push(this.#oldest());
    return calls;
  }

  /** @returns the calls without an end, oldest first; none is left then */
  rest(): RecordedCall[] {
    const calls: RecordedCall[] = [];
    while (this.#open.size > 0) calls.push(this.#oldest());
    return calls;
  }

  #take(id: string): Linked<DecidedRow> | null {
    const row = this.#open.get(id);
    if (row === undefined) return null;
    this.#open.delete(id);
    if (!Buffer.isBuffer(row)) return row;
    this.#packed -= 1;
    return JSON.parse(row.toString("utf8"));
  }

  #oldest(): RecordedCall {
    const [id = ""] = this.#open.keys();
    return { id, state: "unfinished", decided: this.#take(id), finished: null };
  }

  /** A row takes several times its bytes while it is one. */
  #pack(): void {
    let live = this.#open.size - this.#packed;
    if (live <= 2 * MOST_LIVE) return;
    for (const [id, row] of this.#open) {
      if (live <= MOST_LIVE) break;
      if (Buffer.isBuffer(row)) continue;
      this.#open.set(id, Buffer.from(JSON.stringify(row)));
      this.#packed += 1;
      live -= 1;
    }
  }
}

/**
 * @param files open, the current one last
 * @param tell hears how far the reading is
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function* readCalls(
  files: readonly OpenFile[],
  tell: (progress: Progress) => void,
): AsyncGenerator<Batch> {
  const pairing = new Pairing();
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    for await (const { bytes, read } of blocksOf(file)) {
      const { rows, damaged } = parseRows(bytes.toString("utf8"));
      tell({ done: before + read, total });
      yield { entries: pairing.add(rows), damaged };
    }
    before += file.size;
  }
  yield { entries: pairing.rest(), damaged: 0 };
}
