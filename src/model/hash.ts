// A value → whether it is a SHA-256 as ward writes one: 64 small hexadecimal digits.

const LENGTH = 64;
const DIGITS = "0123456789abcdef";

/** Letter by letter: every call asks, and a pattern takes longer to make than all of its use. */
export function isSha256(value: unknown): value is string {
  if (typeof value !== "string" || value.length !== LENGTH) return false;
  for (const letter of value) if (!DIGITS.includes(letter)) return false;
  return true;
}
