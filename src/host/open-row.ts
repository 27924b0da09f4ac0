// The token that says: the row of this call is on the disk. Only the audit makes one, and it is good for one run.

declare const opened: unique symbol;

export interface OpenRow {
  readonly id: string;
  /** Keeps a token that the audit did not make from compiling. */
  readonly [opened]: true;
}

const unspent = new WeakMap<OpenRow, string>();

/**
 * Called by audit.ts alone, behind the write.
 * @param id of the row
 * @param verb of the call
 */
export function makeOpenRow(id: string, verb: string): OpenRow {
  const row = Object.freeze({ id }) as OpenRow;
  unspent.set(row, verb);
  return row;
}

/**
 * Takes the row for its one run.
 * @returns whether it is a row of this verb that has had no run yet
 */
export function spendRow(row: OpenRow, verb: string): boolean {
  const isGood = unspent.get(row) === verb;
  unspent.delete(row);
  return isGood;
}
