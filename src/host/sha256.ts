// Bytes or a text → their SHA-256 in hex.

import { createHash } from "node:crypto";

/**
 * @param input bytes, or a text that is hashed as UTF-8
 * @returns 64 hex digits
 */
export function sha256(input: Uint8Array | string): string {
  return createHash("sha256").update(input).digest("hex");
}
