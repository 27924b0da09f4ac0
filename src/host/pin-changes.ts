// Pins → one digest over the files that they hash, and which of these an earlier approval had otherwise.
//
// The digest holds no directory: the same files, named alike, have it in every checkout.
import type { Pin } from "../model/trust.ts";
import { sha256 } from "./sha256.ts";

function named({ where, role, path }: Pin): string {
  return JSON.stringify([where, role, path]);
}

/**
 * @param pins of a surface
 * @returns hex; empty where no file is pinned by its hash
 */
export function pinsDigest(pins: readonly Pin[]): string {
  const hashed = pins.filter((pin) => pin.sha256 !== null);
  if (hashed.length === 0) return "";
  const lines = new Set(hashed.map((pin) => JSON.stringify([named(pin), pin.sha256])));
  return sha256(`ward-pins/v1\0${JSON.stringify([...lines].sort())}`);
}

/** A pinned file, and the hash that an earlier approval has for it. */
export interface PinChange {
  readonly pin: Pin;
  /** Null where it was pinned by its place alone, or was not there. */
  readonly before: string | null;
}

/**
 * @param earlier what an approval rests on
 * @param current what is there now
 * @returns the files that have another hash now; what the earlier approval does not name is no change
 */
export function changedHashes(earlier: readonly Pin[], current: readonly Pin[]): PinChange[] {
  return current.flatMap((pin) => {
    // Whatever leaf it stands behind: another name for the leaf is no way around.
    const before = earlier.filter(({ role, path }) => role === pin.role && path === pin.path);
    const [first] = before;
    const isKnown = before.some(({ sha256: hash }) => hash === pin.sha256);
    return first === undefined || isKnown ? [] : [{ pin, before: first.sha256 }];
  });
}
