// Turns a binary's name into its facts: one module of the build is read, that of the binary at hand.

import type { BinaryFacts } from "../model/catalogue.ts";
import { binaries } from "./binaries.ts";
import { unpackFacts } from "./unpack.ts";

/** Takes a bare name or a path; null where the catalogue doesn't know the binary. */
export async function loadFacts(bin: string): Promise<BinaryFacts | null> {
  const name = bin.slice(bin.lastIndexOf("/") + 1);
  const read = Object.hasOwn(binaries, name) ? binaries[name] : undefined;
  return read === undefined ? null : unpackFacts((await read()).packed);
}
