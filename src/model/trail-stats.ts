// What the calls on record add up to.
import type { Place } from "./policy.ts";

/** Calls that have one thing in common. */
export interface CallGroup {
  readonly key: string;
  readonly calls: number;
  readonly refused: number;
  /** Ran, and did not end well: another code than 0, a signal, a timeout, no binary. */
  readonly failed: number;
  readonly unfinished: number;
  /** Milliseconds of the runs that ended; null where none did. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

/** Calls of one stretch of time; each counts once. */
export interface TimeSlot {
  /** RFC 3339. */
  readonly start: string;
  readonly well: number;
  readonly failed: number;
  readonly refused: number;
  /** Without an end on record. */
  readonly unfinished: number;
}

export interface RuleUse {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly group: string;
  /** Of its file. */
  readonly place: Place;
  /** Whether any call, refused ones too, was one of its group. */
  readonly isGroupCalled: boolean;
}

export interface LeafUse {
  readonly verb: string;
  readonly group: string;
  /** How many leaves its group has. */
  readonly groupSize: number;
  readonly file: string;
  readonly line: number;
}

export interface TrailStats {
  /** The times of the first and the last call that counts; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly by: string;
  readonly total: CallGroup;
  /** Most calls first. */
  readonly groups: readonly CallGroup[];
  /** What fell together in `(other)`, because there were too many kinds. */
  readonly isCut: boolean;
  /** Length of a slot, in milliseconds. */
  readonly slotMs: number;
  readonly timeline: readonly TimeSlot[];
  /** Of the policy that is mounted here: sentences that refused no call. */
  readonly neverFired: readonly RuleUse[];
  /** Leaves that were not called. */
  readonly neverUsed: readonly LeafUse[];
  /** Files whose policy was another one for a part of the calls, which say nothing of today's rules. */
  readonly changedFiles: readonly string[];
}
