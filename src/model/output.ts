// What a captured run printed, as far as its policy lets it be kept.

/** The first bytes of one stream. */
export interface Captured {
  readonly bytes: Uint8Array;
  /** Whether there was more. */
  readonly isTruncated: boolean;
}

export interface Output {
  readonly stdout: Captured;
  readonly stderr: Captured;
}
