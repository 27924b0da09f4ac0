// The records and a Guardfile as it is now → what was answered about exactly this, if anything.
//
// - An answer holds for one digest and for the files that were pinned with it; any other digest is a new question.
// - `ignore` holds for the path, whatever the file says; so does a refusal whose digest can no longer be compared.
// - An approval under another version of the policy is no answer any more, and not forgotten.

import { DIGEST_VERSION, type Pin, type TrustRecord } from "../model/trust.ts";
import { changedPins } from "./pins.ts";
import type { Decisions } from "./trust-store.ts";

export type Standing =
  | { readonly kind: "allowed"; readonly record: TrustRecord }
  | { readonly kind: "declined"; readonly record: TrustRecord; readonly isPathWide: boolean }
  | { readonly kind: "ignored"; readonly record: TrustRecord }
  | {
      readonly kind: "undecided";
      /** An answer about another state of the file, or one that a stricter policy took away; null where there is none. */
      readonly earlier: TrustRecord | null;
      readonly isLapsed: boolean;
      /** The pins for which an answer at this digest does not hold. */
      readonly changed: readonly Pin[];
    };

export interface Questioned {
  readonly realpath: string;
  readonly digest: string;
  /** The sites that the call rests on, by `siteKey`: their pins are compared. */
  readonly where: ReadonlySet<string>;
}

/**
 * @param decisions of the store
 * @param asked the Guardfile, and what of it
 * @param pins what the sites' files are now; called only where a record is at this digest
 */
export function standingOf(
  { records, lapsed }: Decisions,
  asked: Questioned,
  pins: () => readonly Pin[],
): Standing {
  const record = records.get(asked.realpath);
  if (record === undefined) {
    const earlier = lapsed(asked.realpath);
    return { kind: "undecided", earlier, isLapsed: earlier !== null, changed: [] };
  }
  if (record.decision === "ignore") return { kind: "ignored", record };
  const isComparable = record.digestVersion === DIGEST_VERSION;
  if (record.decision === "deny" && !isComparable) {
    return { kind: "declined", record, isPathWide: true };
  }
  if (!isComparable || record.digest !== asked.digest) {
    return { kind: "undecided", earlier: record, isLapsed: false, changed: [] };
  }
  const changed = changedPins(record.pins, pins(), asked.where);
  if (changed.length > 0) {
    return { kind: "undecided", earlier: record, isLapsed: false, changed };
  }
  if (record.decision === "deny") return { kind: "declined", record, isPathWide: false };
  return { kind: "allowed", record };
}

/**
 * @param records of the store
 * @param digest of a surface
 * @param realpath of the Guardfile that is asked about
 * @returns another path at which the same surface is approved, to be told and never followed
 */
export function approvedElsewhere(
  records: ReadonlyMap<string, TrustRecord>,
  digest: string,
  realpath: string,
): string | null {
  for (const [path, record] of records) {
    const isSame = record.digest === digest && record.digestVersion === DIGEST_VERSION;
    if (path !== realpath && record.decision === "allow" && isSame) return path;
  }
  return null;
}
