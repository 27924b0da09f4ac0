// Turns a binary's name into its facts: only the file of the binary at hand is read, once.

import type { BinaryFacts } from "../model/catalogue.ts";
import { unpackFacts } from "./unpack.ts";

/**
 * Takes what reads one binary's packed text by name (null: the catalogue doesn't know it; the host's `readFactsFile`).
 * The result takes a bare name or a path, and answers null where nothing is known.
 */
export function catalogueOf(
  read: (name: string) => string | null,
): (bin: string) => BinaryFacts | null {
  const known = new Map<string, BinaryFacts | null>();
  return (bin) => {
    const name = bin.slice(bin.lastIndexOf("/") + 1);
    const met = known.get(name);
    if (met !== undefined) return met;
    const text = read(name);
    const facts = text === null ? null : unpackFacts(text);
    known.set(name, facts);
    return facts;
  };
}
