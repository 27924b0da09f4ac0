// A moment or a span as a person writes it → milliseconds since 1970.
import { InvalidArgumentError } from "commander";
import { wallClock } from "../../host/clock.ts";

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * @param text `2h` (so long ago), `2026-11-30` (UTC) or an RFC 3339 time
 * @returns milliseconds since 1970
 * @throws InvalidArgumentError for anything else
 */
export function toMoment(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    return wallClock() - Number(count) * (UNITS[unit] ?? 0);
  }
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  const moment = isDate || isTime ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(moment)) return moment;
  throw new InvalidArgumentError(
    "give a span back from now (30m, 2h, 7d), a date, or a time such as 2026-11-30T12:00:00Z.",
  );
}
