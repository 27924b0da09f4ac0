// A time and randomness → a UUIDv7 (RFC 9562 section 5.7), so that ids sort as the calls came.

import { randomBytes } from "node:crypto";

/**
 * @param milliseconds since 1970, the first 48 bits
 * @returns 36 lower-case characters
 */
export function uuid7(milliseconds: number): string {
  const bytes = randomBytes(10);
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const time = milliseconds.toString(16).padStart(12, "0");
  const hex = bytes.toString("hex");
  return [time.slice(0, 8), time.slice(8), hex.slice(0, 4), hex.slice(4, 8), hex.slice(8)].join(
    "-",
  );
}

/**
 * @param id a UUIDv7
 * @returns milliseconds since 1970; NaN for anything else
 */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
