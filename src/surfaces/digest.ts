// A file as it was read → its exec surface and digest, worked out once a process.
import { readSurface, type Surface } from "../engine/surface-digest.ts";
import { sha256 } from "../host/sha256.ts";
import type { ReadFile } from "./policy.ts";

const surfaces = new WeakMap<object, Surface>();

const NO_SURFACE: Surface = { ok: false, problem: "it is not valid" };

/**
 * @param read a file; its policy must be the one that its author wrote, without anything built in
 * @returns sites and digest, or why there are none
 */
export function surfaceOf(read: Pick<ReadFile, "guardfile" | "whole">): Surface {
  const { guardfile } = read;
  if (guardfile === null) return NO_SURFACE;
  const known = surfaces.get(guardfile);
  if (known !== undefined) return known;
  const surface = readSurface(wholeOf(read) ?? guardfile, sha256);
  surfaces.set(guardfile, surface);
  return surface;
}

/** All leaves of the file, also where only those that a call can concern were read. */
export function wholeOf({ guardfile, whole }: Pick<ReadFile, "guardfile" | "whole">) {
  return whole === undefined ? guardfile : whole();
}

/** The digest for the record; null where the file has none. Known without work where the file came compiled. */
export function digestOf(read: Pick<ReadFile, "guardfile" | "digest" | "whole">): string | null {
  if (read.digest !== undefined) return read.digest;
  const surface = surfaceOf(read);
  return surface.ok ? surface.digest : null;
}
