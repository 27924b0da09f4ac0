// A person's yes or no about a project's file → the record in the store.
import { timestamp, wallClock } from "../../host/clock.ts";
import { updateStore } from "../../host/trust-change.ts";
import type { StorePlace } from "../../host/trust-place.ts";
import { DIGEST_VERSION, type TrustDecision, type TrustRecord } from "../../model/trust.ts";
import type { Asked } from "./question-view.ts";

function recordOf(
  asked: Asked,
  decision: TrustDecision,
  before: TrustRecord | undefined,
): TrustRecord {
  const fileSha256 = asked.read.sha256 ?? "";
  // An agent's leave holds for one state of the file, byte for byte.
  const isSameFile = decision === "allow" && before?.fileSha256 === fileSha256;
  return {
    digest: asked.digest,
    // Without a digest there is nothing to compare, and a refusal holds for the path.
    digestVersion: asked.digest === "" ? 0 : DIGEST_VERSION,
    fileSha256,
    decision,
    pins: asked.pins,
    sites: asked.sites,
    agents: isSameFile ? before.agents : [],
    recordedAt: timestamp(wallClock()),
  };
}

/**
 * Records what was answered to a question that was open for a while.
 * @param place of the store; made where it is missing
 * @param asked what the person was shown
 * @param before the time of the file's record when the question was asked; null where there was none
 * @returns whether it counts: a refusal that somebody has put on record meanwhile stands against a yes
 * @throws WardFault 125 where it can't be written
 */
export function recordReply(
  place: StorePlace,
  asked: Asked,
  decision: TrustDecision,
  before: string | null,
): boolean {
  let counts = true;
  updateStore(place, (records) => {
    const { realpath } = asked.read;
    const now = records.get(realpath);
    const isRefusedSince =
      now !== undefined && now.decision !== "allow" && now.recordedAt !== before;
    counts = decision !== "allow" || !isRefusedSince;
    return counts ? new Map(records).set(realpath, recordOf(asked, decision, now)) : records;
  });
  return counts;
}

/**
 * @param place of the store; made where it is missing
 * @param asked what the person was shown
 * @throws WardFault 125 where it can't be written
 */
export function recordAnswer(place: StorePlace, asked: Asked, decision: TrustDecision): void {
  updateStore(place, (records) => {
    const { realpath } = asked.read;
    return new Map(records).set(realpath, recordOf(asked, decision, records.get(realpath)));
  });
}
