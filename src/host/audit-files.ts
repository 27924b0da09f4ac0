// A trail's place → its files, oldest first: those that were full, compressed or not yet, then the one that rows are added to.
//
// - The user's own are `<id of the first row>.jsonl.gz`; where the clock was set back, or the id is taken, the name that
//   comes last with `.N` behind its id, so that names are in the order of the chain.
// - The administrator's are whatever was renamed from `<uid>.jsonl`, and ordered by their first rows.

import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { TrailPlace } from "./audit-place.ts";
import { errorCode } from "./system-error.ts";

export interface TrailFile {
  readonly path: string;
  readonly isCompressed: boolean;
  /** Whether rows are still added to it. */
  readonly isCurrent: boolean;
}

const OWN = /^([0-9a-f]{8}-[0-9a-f-]{27})(?:\.(\d+))?\.jsonl(\.gz)?$/;
const HEAD_BYTES = 64 * 1024;

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

/** Sorts as the files were begun: by id, then by number. */
function ownKey(name: string): string {
  const [, id = "", number = "0"] = OWN.exec(name) ?? [];
  return `${id} ${number.padStart(9, "0")}`;
}

/** The time-ordered id of the first row; empty where there is none. */
function firstId(path: string, isCompressed: boolean): string {
  const fd = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const head = bytes.subarray(0, readSync(fd, bytes, 0, HEAD_BYTES, 0));
    // A cut-off stream gives what it holds so far.
    const text = isCompressed ? gunzipSync(head, { finishFlush: 2 }) : head;
    return /"id":"([0-9a-f-]{36})"/.exec(text.toString("latin1"))?.[1] ?? "";
  } catch {
    return "";
  } finally {
    closeSync(fd);
  }
}

/** Of a file and its compressed copy only the copy counts: it was put there whole. */
function withoutDoubles(names: readonly string[]): string[] {
  const all = new Set(names);
  return names.filter((name) => name.endsWith(".gz") || !all.has(`${name}.gz`));
}

function rotatedNames({ file, isShared }: TrailPlace): string[] {
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

/**
 * @param place of the trail
 * @returns files that are there; the current one last
 */
export function trailFiles(place: TrailPlace): readonly TrailFile[] {
  const directory = dirname(place.file);
  const keyed = rotatedNames(place).map((name) => {
    const isCompressed = name.endsWith(".gz");
    const path = join(directory, name);
    const key = place.isShared ? firstId(path, isCompressed) : ownKey(name);
    return { path, isCompressed, isCurrent: false, key };
  });
  const rotated = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const current = { path: place.file, isCompressed: false, isCurrent: true };
  return [
    ...rotated.map(({ path, isCompressed }) => ({ path, isCompressed, isCurrent: false })),
    current,
  ];
}
