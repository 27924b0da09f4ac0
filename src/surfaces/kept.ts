// What earlier calls compiled, for this one to use instead of the parser; and what this one leaves for the next.

import { compile, type Source } from "../host/compile.ts";
import { Compiled, type CompiledPlace } from "../host/compiled.ts";
import type { HostConfig } from "../host/host-config.ts";
import { ownershipOf, ROOT_ONLY } from "../host/ownership.ts";
import type { Account } from "../model/account.ts";

/** A tree that was not there, and the directory that it belongs in. */
export interface Unkept {
  readonly place: CompiledPlace;
  readonly source: Source;
}

/** The time that a file system may take to tell two changes apart, with room to spare. */
const TICK_MS = 2000;

const opened = new Map<string, Compiled>();

/** The system's trees lie in its own directory, all others in the user's. */
export function compiledPlaceOf(
  place: "system" | "user" | "project",
  { system, config, account }: { system: string; config: string | null; account: Account | null },
): CompiledPlace | null {
  if (place === "system") return { directory: system, ownership: ROOT_ONLY };
  return config === null ? null : { directory: config, ownership: ownershipOf(account) };
}

/** The trees of one directory; its index is read once a process. */
export function compiledIn(place: CompiledPlace): Compiled {
  const known = opened.get(place.directory);
  if (known !== undefined) return known;
  const compiled = new Compiled(place);
  opened.set(place.directory, compiled);
  return compiled;
}

/**
 * @param stamp of a file before it was read
 * @param now milliseconds since 1970
 * @returns the stamp, or one that fits nothing where the file may have changed again without one that differs
 */
export function settledStamp(stamp: string | null, now: number): string {
  const changed = Number(stamp?.split(" ").at(-1) ?? Number.NaN) / 1e6;
  return stamp !== null && now - changed > TICK_MS ? stamp : "";
}

/**
 * Leaves trees for later calls; that it can't is no trouble of this one.
 * An agent leaves none, and the system's are written by `wardctl trust compile --system` alone.
 */
export function keep(
  unkept: readonly Unkept[],
  { signs, directories }: Pick<HostConfig, "signs" | "directories">,
): void {
  if (signs.markers.length > 0) return;
  const { system } = directories;
  const own = unkept.filter(({ place }) => place.directory !== system);
  const [first] = own;
  if (first === undefined) return;
  try {
    compile(
      first.place,
      own.map(({ source }) => source),
    );
    opened.delete(first.place.directory);
  } catch {
    // A directory that can't be written to costs every call its parse, and nothing else.
  }
}
