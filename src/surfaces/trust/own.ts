// One of the user's own files → whether agents may use it as it is now, and the answer that says so.
//
// A person's calls of it are asked about nowhere. What an agent needs is the hash of the bytes on record, so that hash is
// the digest that an answer without a terminal takes.
import { isRecorded } from "../../host/authorize.ts";
import type { Standing } from "../../host/standing.ts";
import type { StorePlace } from "../../host/trust-place.ts";
import type { StoreReading } from "../../host/trust-store.ts";
import type { TrustDecision } from "../../model/trust.ts";
import { digestOf } from "../digest.ts";
import { recordAnswer } from "./answer.ts";
import { recordFile } from "./record-own.ts";
import type { Target } from "./target.ts";

export function isOwn({ read }: Target): boolean {
  return read.place === "user";
}

/** What an answer about it has to name: the hash of its bytes; empty where they can't be read. */
export function ownDigest({ read }: Target): string {
  return read.sha256 ?? "";
}

/** What is on record about it, for agents. */
export function ownStanding(target: Target, { records }: Pick<StoreReading, "records">): Standing {
  const { realpath } = target.read;
  const record = records.get(realpath);
  if (record === undefined) {
    return { kind: "undecided", earlier: null, isLapsed: false, changed: [] };
  }
  if (record.decision === "ignore") return { kind: "ignored", record };
  if (record.decision === "deny") return { kind: "declined", record, isPathWide: true };
  return isRecorded(records, { realpath, sha256: ownDigest(target) })
    ? { kind: "allowed", record }
    : { kind: "undecided", earlier: record, isLapsed: false, changed: [] };
}

/** @throws WardFault 125 where it can't be written */
export function recordOwn(store: StorePlace, target: Target, decision: TrustDecision): void {
  const { read } = target;
  const sha256 = ownDigest(target);
  const digest = digestOf(read) || sha256;
  if (decision === "allow") recordFile(store, { realpath: read.realpath, sha256, digest });
  else recordAnswer(store, { read, digest, sites: [], pins: [] }, decision);
}
