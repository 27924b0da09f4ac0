// The trust store on the disk: reading never creates anything, and every change is made under a lock, whole or not at all.

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
import { type ParsedStore, parseStore, SCHEMA_VERSION, serialiseStore } from "./trust-format.ts";
import { approvalIn, lapsedAllow, migrate } from "./trust-migration.ts";
import {
  forgetStoreBytes,
  judgeStoreDirectory,
  judgeStoreLocation,
  readStoreBytes,
  type StorePlace,
  seeStoreBytes,
} from "./trust-place.ts";

/** What the store says; `records` is empty wherever nothing is decided. */
export interface StoreReading {
  readonly records: ReadonlyMap<string, TrustRecord>;
  /** Lines for stderr, without the program's name: what was not believed. */
  readonly warnings: readonly string[];
  /** A migration that nobody was told of yet. */
  readonly notice: Migration | null;
  /** @returns the approval that a path without a record had under another version of the policy; else null */
  lapsed(path: string): TrustRecord | null;
}

/** What a call is judged by. */
export type Decisions = Pick<StoreReading, "records" | "lapsed">;

let last: { readonly bytes: Buffer; readonly parsed: ParsedStore } | null = null;

/** The store is read again at every step of a call, and as a rule has not changed in between. */
function parseBytes(bytes: Buffer): ParsedStore {
  if (last?.bytes.equals(bytes)) return last.parsed;
  last = { bytes, parsed: parseStore(bytes.toString()) };
  return last.parsed;
}

/** A store in which nothing is decided. */
export function undecided(warning?: string): StoreReading {
  const warnings = warning === undefined ? [] : [warning];
  return { records: new Map(), warnings, notice: null, lapsed: () => null };
}

/**
 * Reads all decisions. Writes only where the policy version changed: then the store is migrated first.
 * @param place null where the user has no directory
 * @returns the decisions; none where there is no store, or none that can be used
 * @throws WardFault 125 `store-refused`: then there are no decisions at all, refusals included
 */
export function readStore(place: StorePlace | null): StoreReading {
  const bytes = place === null ? null : seeStoreBytes(place);
  if (place === null || bytes === null) return undecided();
  const parsed = parseBytes(bytes);
  if (parsed.kind === "newer") return undecided(newerWarning(place, parsed.schemaVersion));
  if (parsed.kind === "corrupt") {
    return undecided(
      `the trust store ${place.file} can't be used: ${parsed.problem}; nothing is decided`,
    );
  }
  if (parsed.store.policyVersion !== POLICY_VERSION) return readMigrated(place, parsed.store);
  const warnings = parsed.dropped.map(
    (path) => `the trust store ${place.file} has an invalid record for ${path}`,
  );
  return readingOf(place, parsed.store, warnings);
}

function readingOf(
  place: StorePlace,
  store: TrustStore,
  warnings: readonly string[],
): StoreReading {
  const { records } = store;
  const lapsed = (path: string) => (records.has(path) ? null : lapsedAllow(place, store, path));
  return { records, warnings, notice: pending(store), lapsed };
}

function pending({ migration }: TrustStore): Migration | null {
  return migration?.noticePending === true ? migration : null;
}

function readMigrated(place: StorePlace, old: TrustStore): StoreReading {
  try {
    const store = withLock(lockOf(place), () => {
      const current = currentStore(place);
      return current.policyVersion === POLICY_VERSION ? current : migrateAndWrite(place, current);
    });
    return readingOf(place, store, []);
  } catch (error) {
    if (error instanceof WardFault && error.code === "store-refused") throw error;
    const why = error instanceof WardFault ? error.message : errorWords(error);
    const what = `the trust store ${place.file} is of another policy version and can't be carried over: ${why}`;
    const lapsed = (path: string) => approvalIn(old, path) ?? lapsedAllow(place, old, path);
    return { ...undecided(`${what}; nothing is decided`), lapsed };
  }
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

function newerWarning({ file }: StorePlace, schemaVersion: number): string {
  return `the trust store ${file} was written by a newer ward (schema ${schemaVersion}); nothing is decided`;
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
      message: newerWarning(place, parsed.schemaVersion),
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
    taken = pending(store);
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
      const found = currentStore(place);
      const current =
        found.policyVersion === POLICY_VERSION ? found : migrateAndWrite(place, found);
      const next = change(current);
      if (next === current) return;
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
