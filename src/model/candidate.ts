// One word that could be typed next, with what a shell shows beside it.

export interface Candidate {
  readonly word: string;
  /** One line; empty where there is nothing to say. */
  readonly says: string;
}
