// The machine's clocks → the only times that ward knows.

/** Milliseconds since 1970, UTC. */
export function wallClock(): number {
  return Date.now();
}

/** Milliseconds that only ever grow, for durations. */
export function steadyClock(): number {
  // The same clock as performance.now(), which would load a module of node's.
  return Number(process.hrtime.bigint()) / 1e6;
}

/**
 * @param milliseconds since 1970
 * @returns RFC 3339 in UTC with milliseconds
 */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
