// A trail's place → its files, oldest first: those that were full, compressed or not yet, then the one that rows are added to.
// The user's own are ordered by their names; the administrator's, whatever they are called, by their first rows.

import { closeSync, constants, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ownKey, rotatedNames } from "./audit-names.ts";
import type { TrailPlace } from "./audit-place.ts";

export interface TrailFile {
  readonly path: string;
  readonly isCompressed: boolean;
  /** Whether rows are still added to it. */
  readonly isCurrent: boolean;
}

const HEAD_BYTES = 64 * 1024;

/** The time-ordered id of the first row; empty where there is none. */
function firstId(path: string, isCompressed: boolean): string {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
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
