// The trust store on the disk → what was decided: reading creates nothing, and writes only where the store is of another version.

import { WardFault } from "../model/fault.ts";
import {
  type Migration,
  POLICY_VERSION,
  type TrustRecord,
  type TrustStore,
} from "../model/trust.ts";
import { errorWords } from "./system-error.ts";
import { carryOver } from "./trust-change.ts";
import { type ParsedStore, parseStore, pendingNotice } from "./trust-format.ts";
import { approvalIn, lapsedAllow } from "./trust-migration.ts";
import { newerStore, type StorePlace, seeStoreBytes } from "./trust-place.ts";

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
  if (parsed.kind === "newer") return undecided(newerStore(place, parsed.schemaVersion));
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
  return { records, warnings, notice: pendingNotice(store), lapsed };
}

function readMigrated(place: StorePlace, old: TrustStore): StoreReading {
  try {
    return readingOf(place, carryOver(place), []);
  } catch (error) {
    if (error instanceof WardFault && error.code === "store-refused") throw error;
    const why = error instanceof WardFault ? error.message : errorWords(error);
    const what = `the trust store ${place.file} is of another policy version and can't be carried over: ${why}`;
    const lapsed = (path: string) => approvalIn(old, path) ?? lapsedAllow(place, old, path);
    return { ...undecided(`${what}; nothing is decided`), lapsed };
  }
}
