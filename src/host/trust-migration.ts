// A store of another policy version → the store that this version honours, with the old one kept byte for byte beside it.

import {
  type Migration,
  POLICY_VERSION,
  type TrustRecord,
  type TrustStore,
} from "../model/trust.ts";
import { writeNew } from "./replace-file.ts";
import { errorCode } from "./system-error.ts";

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
