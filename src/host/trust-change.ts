// A change of the trust store → the store on the disk, changed under a lock, whole or not at all.

import { existsSync, mkdirSync, renameSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import {
  type Migration,
  POLICY_VERSION,
  type TrustRecord,
  type TrustStore,
} from "../model/trust.ts";
import { withLock } from "./lock.ts";
import { pathWord } from "./path-word.ts";
import { replaceFile, sweepDrafts } from "./replace-file.ts";
import { errorWords } from "./system-error.ts";
import { parseStore, pendingNotice, SCHEMA_VERSION, serialiseStore } from "./trust-format.ts";
import { migrate } from "./trust-migration.ts";
import {
  forgetStoreBytes,
  judgeStoreDirectory,
  judgeStoreLocation,
  newerStore,
  readStoreBytes,
  type StorePlace,
} from "./trust-place.ts";

/**
 * Brings a store of another policy version to this one; who comes second finds it done.
 * @throws WardFault 125, or what the file system throws
 */
export function carryOver(place: StorePlace): TrustStore {
  return withLock(lockOf(place), () => current(place));
}

/** The store of this policy version; under the lock. */
function current(place: StorePlace): TrustStore {
  const found = currentStore(place);
  return found.policyVersion === POLICY_VERSION ? found : migrateAndWrite(place, found);
}

function migrateAndWrite(place: StorePlace, store: TrustStore): TrustStore {
  const migrated = migrate(place.file, readStoreBytes(place) ?? "", store);
  write(place, migrated);
  return migrated;
}

function write({ file }: StorePlace, store: TrustStore): void {
  replaceFile(file, serialiseStore(store));
  forgetStoreBytes();
}

function lockOf({ file }: StorePlace): string {
  return `${file}.lock`;
}

function emptyStore(): TrustStore {
  return { schemaVersion: SCHEMA_VERSION, policyVersion: POLICY_VERSION, records: new Map() };
}

/** The store that a change starts from; under the lock. What can't be read is kept under another name. */
function currentStore(place: StorePlace): TrustStore {
  const bytes = readStoreBytes(place);
  if (bytes === null) return emptyStore();
  const parsed = parseStore(bytes.toString());
  if (parsed.kind === "store") return parsed.store;
  if (parsed.kind === "newer") {
    throw new WardFault({
      code: "store-newer",
      path: place.file,
      exit: EXIT.ownFailure,
      message: newerStore(place, parsed.schemaVersion),
      hint: "use the newer ward, which owns this file",
    });
  }
  setAside(place.file);
  return emptyStore();
}

function setAside(file: string): void {
  let number = 1;
  while (existsSync(`${file}.corrupt-${number}`)) number += 1;
  renameSync(file, `${file}.corrupt-${number}`);
}

/**
 * Changes the records under the lock; two changes at once both survive.
 * @param place where the store is, or is to be
 * @param change gets the records as they are at that moment and returns what they become; the same Map writes nothing
 * @throws WardFault 125: the store is refused, newer, locked or can't be written
 */
export function updateStore(
  place: StorePlace,
  change: (records: ReadonlyMap<string, TrustRecord>) => ReadonlyMap<string, TrustRecord>,
): void {
  changeStore(place, (store) => {
    const records = change(store.records);
    return records === store.records ? store : { ...store, records };
  });
}

/**
 * Takes the notice of a migration, so that it is said once in all.
 * @returns null where there is none, or another process has taken it
 */
export function takeNotice(place: StorePlace): Migration | null {
  let taken: Migration | null = null;
  changeStore(place, (store) => {
    taken = pendingNotice(store);
    return taken === null ? store : { ...store, migration: { ...taken, noticePending: false } };
  });
  return taken;
}

function changeStore(place: StorePlace, change: (store: TrustStore) => TrustStore): void {
  try {
    judgeStoreLocation(place);
    mkdirSync(place.directory, { recursive: true, mode: 0o700 });
    judgeStoreDirectory(place);
    withLock(lockOf(place), () => {
      const store = current(place);
      const next = change(store);
      if (next === store) return;
      sweepDrafts(place.file);
      write(place, next);
    });
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    throw new WardFault({
      code: "store-unwritable",
      path: place.file,
      exit: EXIT.ownFailure,
      message: `the trust store ${place.file} can't be written: ${errorWords(cause)}`,
      hint: `look at: ls -ld ${pathWord(place.directory)}`,
      cause,
    });
  }
}
