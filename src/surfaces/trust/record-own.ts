// The user's own files as a person has just checked or written them → their hashes on record, so that they serve agents.
import { timestamp, wallClock } from "../../host/clock.ts";
import { canAsk } from "../../host/terminal.ts";
import { updateStore } from "../../host/trust-change.ts";
import type { StorePlace } from "../../host/trust-place.ts";
import { readStore } from "../../host/trust-store.ts";
import { WardFault } from "../../model/fault.ts";
import { DIGEST_VERSION, type TrustRecord } from "../../model/trust.ts";
import { pathText } from "../../render/place.ts";
import { printable } from "../../render/printable.ts";
import type { Machine } from "../machine.ts";
import { complain } from "../stdio.ts";
import { trustAround } from "./around.ts";

/** A file of the user's that was found good. */
export interface OwnFile {
  readonly realpath: string;
  /** Of its bytes. */
  readonly sha256: string;
  /** Of its surface; settings have none, and their bytes stand for it. */
  readonly digest: string;
}

function recordOf({ sha256, digest }: OwnFile): TrustRecord {
  return {
    digest,
    digestVersion: DIGEST_VERSION,
    fileSha256: sha256,
    decision: "allow",
    pins: [],
    sites: [],
    agents: [],
    recordedAt: timestamp(wallClock()),
  };
}

/** Those that are not on record as they are now; a file that the person refused stays refused. */
function freshOf(
  files: readonly OwnFile[],
  records: ReadonlyMap<string, TrustRecord>,
): readonly OwnFile[] {
  return files.filter(({ realpath, sha256 }) => {
    const record = records.get(realpath);
    return record === undefined || (record.decision === "allow" && record.fileSha256 !== sha256);
  });
}

/** Records what is not on record as it is now. */
export function recordFiles(store: StorePlace, files: readonly OwnFile[]): void {
  updateStore(store, (records) => {
    const fresh = freshOf(files, records);
    if (fresh.length === 0) return records;
    return new Map([...records, ...fresh.map((file) => [file.realpath, recordOf(file)] as const)]);
  });
}

/** Records one file for a person who names it, whatever was on record. */
export function recordFile(store: StorePlace, file: OwnFile): void {
  updateStore(store, (records) => new Map(records).set(file.realpath, recordOf(file)));
}

/**
 * Records for a person at a terminal; for anybody else it does nothing.
 * @param files that a verb has just found good, or written
 */
export function recordOwnFiles(files: readonly OwnFile[], machine: Machine): void {
  const { store } = trustAround(machine);
  if (store === null || files.length === 0 || !canAsk(machine.env, machine.signs)) return;
  try {
    recordFiles(store, files);
  } catch (thrown) {
    sayNotRecorded(wordsOf(thrown));
  }
}

function sayNotRecorded(why: string): void {
  complain(`wardctl: ${printable(`not recorded for agents: ${why}`)}`);
}

function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof WardFault)) throw thrown;
  return thrown.hint === undefined ? thrown.message : `${thrown.message}; ${thrown.hint}`;
}

const MOST_NAMED = 3;

/**
 * Says in one line what `recordOwnFiles` did not record because nobody can be asked here; silent where all is on record.
 * @param files that a verb has just found good
 */
export function tellUnrecorded(files: readonly OwnFile[], machine: Machine): void {
  const { store } = trustAround(machine);
  if (store === null || files.length === 0 || canAsk(machine.env, machine.signs)) return;
  try {
    const fresh = freshOf(files, readStore(store).records);
    if (fresh.length === 0) return;
    const [marker] = machine.signs.markers;
    const why = marker === undefined ? "there is no terminal here" : `${marker} is set`;
    const named = fresh.slice(0, MOST_NAMED).map((file) => pathText(file.realpath, machine.home));
    const more = fresh.length > MOST_NAMED ? ` and ${fresh.length - MOST_NAMED} more` : "";
    const read = `${named.join(", ")}${more}`;
    sayNotRecorded(
      `${why}; a person who has read ${read} runs \`wardctl check\` on a terminal of their own`,
    );
  } catch (thrown) {
    sayNotRecorded(wordsOf(thrown));
  }
}
