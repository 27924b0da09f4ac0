// Whose account ward runs under, as the password database says.

export interface Account {
  readonly uid: number;
  /** The primary group. */
  readonly gid: number;
  readonly name: string;
  /** Absolute. */
  readonly home: string;
  /** Null where the entry names none. */
  readonly shell: string | null;
}
