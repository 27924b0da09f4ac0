// A trail's place → the names of its full files, and the name for the next one.
//
// - The user's own are `<id of the first row>.jsonl.gz`; where the clock was set back, or the id is taken, the name that
//   comes last with `.N` behind its id, so that names are in the order of the chain.
// - The administrator's are whatever was renamed from `<uid>.jsonl`.

import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { TrailPlace } from "./audit-place.ts";
import { errorCode } from "./system-error.ts";

const OWN = /^([0-9a-f]{8}-[0-9a-f-]{27})(?:\.(\d+))?\.jsonl(\.gz)?$/;

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    // The administrator's directory may be one that users can't list.
    if (errorCode(error) === "EACCES") return [];
    throw error;
  }
}

/** @returns what sorts the user's own as the files were begun: by id, then by number */
export function ownKey(name: string): string {
  const [, id = "", number = "0"] = OWN.exec(name) ?? [];
  return `${id} ${number.padStart(9, "0")}`;
}

/** @returns the id of the first row that a full file of the user's own was named after; null where its name does not say it alone */
export function idInName(name: string): string | null {
  const [, id = null, number] = OWN.exec(name) ?? [];
  return number === undefined ? id : null;
}

/** Of a file and its compressed copy only the copy counts: it was put there whole. */
function withoutDoubles(names: readonly string[]): string[] {
  const all = new Set(names);
  return names.filter((name) => name.endsWith(".gz") || !all.has(`${name}.gz`));
}

/** @returns names of the files that are full, compressed or not, beside the one that rows are added to; in no order */
export function rotatedNames({ file, isShared }: TrailPlace): string[] {
  const names = withoutDoubles(namesIn(dirname(file)));
  if (!isShared) return names.filter((name) => OWN.test(name));
  const [uid = ""] = basename(file).split(".");
  return names.filter((name) => name.startsWith(`${uid}.`) && name !== basename(file));
}

/**
 * Only for the holder of the lock.
 * @param place of the user's own trail
 * @param id of the first row of the file that is full
 * @returns a path that is free, and behind all others
 */
export function nextPath(place: TrailPlace, id: string): string {
  const [last = ""] = rotatedNames(place).map(ownKey).toSorted().slice(-1);
  const [lastId = "", number = "0"] = last.split(" ");
  const isLast = id > lastId;
  for (let next = isLast ? 0 : Number(number) + 1; ; next += 1) {
    const name = isLast ? id : lastId;
    const path = join(place.own, next === 0 ? `${name}.jsonl` : `${name}.${next}.jsonl`);
    if (!existsSync(path) && !existsSync(`${path}.gz`)) return path;
  }
}
