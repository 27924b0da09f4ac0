// A store of another policy version → the store that this version honours, with the old one kept byte for byte beside it.
//
// An approval that went that way allows nothing any more, but it is known: what it was stricter than doesn't come in its stead.

import {
  type Migration,
  POLICY_VERSION,
  type TrustRecord,
  type TrustStore,
} from "../model/trust.ts";
import { writeNew } from "./replace-file.ts";
import { errorCode } from "./system-error.ts";
import { parseStore } from "./trust-format.ts";
import { readStoreBytes, type StorePlace } from "./trust-place.ts";

/** More backups of one version than this, and something else is wrong. */
const MOST_BACKUPS = 100;

/**
 * Writes the backup; the caller holds the lock and writes the store.
 * @param file trust.json
 * @param bytes what is in it
 * @param store the same, parsed
 * @returns refusals kept, approvals gone, and the notice to give once
 * @throws the system's error where the backup can't be written: then nothing may be migrated or honoured
 */
export function migrate(file: string, bytes: Uint8Array | string, store: TrustStore): TrustStore {
  const backupPath = writeBackup(`${file}.policy-v${store.policyVersion}.backup`, bytes);
  const all = [...store.records];
  const kept = all.filter(([, record]) => record.decision !== "allow");
  const agents = all.reduce((sum, [, record]) => sum + record.agents.length, 0);
  const migration: Migration = {
    fromPolicyVersion: store.policyVersion,
    backupPath,
    kept: kept.length,
    invalidated: all.length - kept.length + agents,
    noticePending: true,
  };
  const records = new Map(kept.map(([path, record]) => [path, withoutAgents(record)]));
  return { schemaVersion: store.schemaVersion, policyVersion: POLICY_VERSION, records, migration };
}

function withoutAgents(record: TrustRecord): TrustRecord {
  return { ...record, agents: [] };
}

function writeBackup(path: string, bytes: Uint8Array | string): string {
  for (let number = 0; number < MOST_BACKUPS; number += 1) {
    const candidate = number === 0 ? path : `${path}.${number}`;
    try {
      writeNew(candidate, bytes);
      return candidate;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
  throw new Error(`there are ${MOST_BACKUPS} backups beside ${path} already`);
}

/** @returns the approval of that path in this store, or null */
export function approvalIn({ records }: TrustStore, path: string): TrustRecord | null {
  const record = records.get(path);
  return record?.decision === "allow" ? record : null;
}

/**
 * @param store that has no record of the path
 * @returns the approval that a migration took away, from the newest of the old stores that speaks of the path
 * @throws WardFault 125 `store-refused` where an old store can't be believed
 */
export function lapsedAllow(
  place: StorePlace,
  store: TrustStore,
  path: string,
): TrustRecord | null {
  let at = store.migration?.backupPath;
  for (let number = 0; at !== undefined && number < MOST_BACKUPS; number += 1) {
    const bytes = readStoreBytes({ ...place, file: at });
    const parsed = bytes === null ? null : parseStore(bytes.toString());
    if (parsed?.kind !== "store") return null;
    if (parsed.store.records.has(path)) return approvalIn(parsed.store, path);
    at = parsed.store.migration?.backupPath;
  }
  return null;
}
