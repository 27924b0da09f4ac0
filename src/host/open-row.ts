// The token that says: the row of this call is on the disk. Only the audit makes one.

declare const opened: unique symbol;

export interface OpenRow {
  readonly id: string;
  /** Keeps a token that the audit did not make from compiling. */
  readonly [opened]: true;
}
