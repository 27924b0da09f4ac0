// A count → so many bytes of the system's randomness.

import { closeSync, openSync, readSync } from "node:fs";
import { nodeCrypto } from "./own-place.ts";

/** The kernel's own device, where there is one: node:crypto takes long to load. */
export function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  try {
    const fd = openSync("/dev/urandom", "r");
    try {
      if (readSync(fd, bytes, 0, count, null) === count) return bytes;
    } finally {
      closeSync(fd);
    }
  } catch {
    // A container without devices.
  }
  return nodeCrypto().randomBytes(count);
}
