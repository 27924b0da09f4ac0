// A trail's place → how much room its files take, and whether another call still fits.

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { MAX_LINE } from "./audit-fit.ts";
import type { TrailPlace } from "./audit-place.ts";
import { pathWord } from "./path-word.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 2 ** (10 * step)).toFixed(1))} ${UNITS[step]}`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Bytes in all files of the trail; of a shared directory only the file that is written to, as others may be hidden. */
export function usedBytes({ file, isShared }: TrailPlace): number {
  if (isShared) return sizeOf(file);
  const directory = dirname(file);
  const names = readdirSync(directory).filter((name) => /\.jsonl(\.gz)?$/.test(name));
  return names.reduce((sum, name) => sum + sizeOf(join(directory, name)), 0);
}

/**
 * History is never rolled away to make room: a call that does not fit does not run.
 * @param space bytes that the trail may take; null where nobody said
 * @throws WardFault `audit-full`, exit 125
 */
export function requireSpace(place: TrailPlace, space: number | null): void {
  // Both rows of a call must fit.
  if (space === null || usedBytes(place) + 2 * MAX_LINE <= space) return;
  const where = dirname(place.file);
  const message = `the audit trail in ${where} has taken its audit-space of ${sizeText(space)}, so nothing was run`;
  const oldest = place.isShared ? basename(place.file) : "the oldest files";
  const hint = `raise audit-space in config.kdl, or keep ${oldest} elsewhere: ls -l ${pathWord(where)}`;
  const path = place.file;
  throw new WardFault({ code: "audit-full", path, exit: EXIT.ownFailure, message, hint });
}
