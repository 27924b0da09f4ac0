// The trail that a verb was asked to read → its files, open while the verb works on them.
import { closeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { type TrailPlace, trailPlace } from "../../host/audit-place.ts";
import { type OpenFile, openFiles } from "../../host/audit-stream.ts";
import type { Machine } from "../machine.ts";
import { readOwnMachine } from "../own-machine.ts";

/** Declares the option that names another trail than the caller's own. */
export function declareTrail(command: Command): void {
  command.option(
    "--trail <file>",
    "read another trail: the file that rows are added to, with the full ones beside it",
  );
}

/** The files of one trail; the key that marks are made with is the reader's own. */
function givenPlace(path: string, { directories }: Machine): TrailPlace {
  const file = resolve(path);
  const own = directories.state === null ? dirname(file) : join(directories.state, "audit");
  return { file, isShared: basename(file) !== "current.jsonl", own };
}

/**
 * @param command with the options of `declareTrail`
 * @returns where the trail lies, and the caller's surroundings
 * @throws WardFault `audit-nowhere`, exit 125
 */
export async function trailOf(command: Command): Promise<{ place: TrailPlace; machine: Machine }> {
  const { trail } = command.opts<{ trail?: string }>();
  const machine = await readOwnMachine();
  const { directories, settings } = machine;
  const place =
    trail === undefined
      ? trailPlace(directories, settings.auditDirectory)
      : givenPlace(trail, machine);
  return { place, machine };
}

/**
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function withTrail<T>(
  place: TrailPlace,
  work: (files: readonly OpenFile[]) => Promise<T>,
): Promise<T> {
  const files = openFiles(place);
  try {
    return await work(files);
  } finally {
    for (const { fd } of files) closeSync(fd);
  }
}
