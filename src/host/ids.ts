// A time and randomness → a UUIDv7 (RFC 9562 section 5.7), so that ids sort as the calls came.

import { randomBytes } from "node:crypto";

/**
 * @param milliseconds since 1970, the first 48 bits
 * @returns 36 lower-case characters
 */
export function uuid7(milliseconds: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  const ends = [0, 8, 12, 16, 20, 32];
  return ends
    .slice(1)
    .map((end, index) => hex.slice(ends[index], end))
    .join("-");
}

/**
 * @param id a UUIDv7
 * @returns milliseconds since 1970; NaN for anything else
 */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
