// A test → a user's directory of its own with a store in it, and records to put there.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { ownershipOf } from "../src/host/ownership.ts";
import type { StorePlace } from "../src/host/trust-place.ts";
import { POLICY_VERSION, type TrustRecord } from "../src/model/trust.ts";

export const HASH = "ab".repeat(32);

export function record(over: Partial<TrustRecord> = {}): TrustRecord {
  return {
    digest: HASH,
    digestVersion: 1,
    fileSha256: HASH,
    decision: "allow",
    pins: [],
    sites: [],
    agents: [],
    recordedAt: "2026-01-02T03:04:05.000Z",
    ...over,
  };
}

export interface Room {
  readonly root: string;
  /** The user's directory; not made yet. */
  readonly config: string;
  readonly project: string;
  readonly place: StorePlace;
  /** Makes the directory and writes the store as a person's ward would have. */
  store(content: string | object, mode?: number): void;
}

export function trustRoom(t: TestContext): Room {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ward-trust-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const config = join(root, "config");
  const project = join(root, "project");
  mkdirSync(project);
  const place: StorePlace = {
    file: join(config, "trust.json"),
    directory: config,
    ownership: ownershipOf(readAccount()),
    outside: () => [project],
  };
  const store = (content: string | object, mode = 0o600) => {
    mkdirSync(config, { recursive: true, mode: 0o700 });
    const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(place.file, text, { mode });
  };
  return { root, config, project, place, store };
}

export function storeOf(records: Record<string, unknown>, over: object = {}): object {
  return { schemaVersion: 1, policyVersion: POLICY_VERSION, records, ...over };
}
