// Turns a text into the SHA-256 of its UTF-8 bytes, for the pure rooms that ask for a hash.
import { createHash } from "node:crypto";

/** @returns 64 hex digits */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
