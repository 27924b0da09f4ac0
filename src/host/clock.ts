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
  // As toISOString, whose first call takes longer than all else that a row says.
  const at = new Date(milliseconds);
  const date = [
    digits(at.getUTCFullYear(), 4),
    digits(at.getUTCMonth() + 1),
    digits(at.getUTCDate()),
  ];
  const time = [digits(at.getUTCHours()), digits(at.getUTCMinutes()), digits(at.getUTCSeconds())];
  return `${date.join("-")}T${time.join(":")}.${digits(at.getUTCMilliseconds(), 3)}Z`;
}

function digits(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}
