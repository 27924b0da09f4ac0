// Recorded calls as they come → what they add up to, in memory that does not grow with their number.
import { timestamp } from "../../host/clock.ts";
import { timeOf } from "../../host/ids.ts";
import type { RecordedCall } from "../../model/trail.ts";
import type { CallGroup, TimeSlot } from "../../model/trail-stats.ts";
import { Durations } from "./durations.ts";

export const KEYS = ["verb", "reason", "rule", "session", "exit"] as const;
export type Key = (typeof KEYS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More kinds than this fall together. */
const MOST_KEYS = 20_000;
const OTHER = "(other)";

/** Whether a run did not end as it should. */
function isFailed({ finished }: RecordedCall): boolean {
  return finished !== null && finished.outcome.state !== "completed";
}

function endOf({ state, finished }: RecordedCall): string {
  if (finished === null) return state;
  return (
    finished.signal ?? (finished.exit === null ? finished.outcome.kind : String(finished.exit))
  );
}

function keyOf(call: RecordedCall, by: Key): string {
  const { decided, finished } = call;
  switch (by) {
    case "verb":
      return decided?.verb ?? finished?.verb ?? "";
    case "reason":
      return decided?.reason ?? "allowed";
    case "rule":
      return decided?.rule ?? "(none)";
    case "session":
      return Object.values(decided?.session ?? {})[0] ?? "(none)";
    case "exit":
      return endOf(call);
  }
}

class GroupTally {
  #calls = 0;
  #refused = 0;
  #failed = 0;
  #unfinished = 0;
  readonly #durations = new Durations();

  add(call: RecordedCall, hasFailed: boolean): void {
    this.#calls += 1;
    if (call.state === "refused") this.#refused += 1;
    if (call.state === "unfinished") this.#unfinished += 1;
    if (hasFailed) this.#failed += 1;
    if (call.finished?.launched) this.#durations.add(call.finished.duration_ms);
  }

  result(key: string): CallGroup {
    return {
      key,
      calls: this.#calls,
      refused: this.#refused,
      failed: this.#failed,
      unfinished: this.#unfinished,
      p50_ms: this.#durations.percentile(0.5),
      p95_ms: this.#durations.percentile(0.95),
    };
  }
}

/** Well, failed, refused, unfinished. */
type Slot = [number, number, number, number];

function slotIndex({ state }: RecordedCall, hasFailed: boolean): 0 | 1 | 2 | 3 {
  if (state === "refused") return 2;
  if (state === "unfinished") return 3;
  return hasFailed ? 1 : 0;
}

/** How rules and leaves were used, by the digest of the policy that they were in. */
export interface Usage {
  /** `rule` of a row, a blank, its digest → refusals. */
  readonly refusals: ReadonlyMap<string, number>;
  /** `verb` of a granted call, a blank, its digest → calls. */
  readonly grants: ReadonlyMap<string, number>;
  /** `verb` of each call, refused ones too. */
  readonly verbs: ReadonlySet<string>;
  /** Guardfile → all digests that it was met with. */
  readonly digests: ReadonlyMap<string, ReadonlySet<string>>;
}

function count(map: Map<string, number>, key: string): void {
  if (map.size < MOST_KEYS || map.has(key)) map.set(key, (map.get(key) ?? 0) + 1);
}

export class Tally {
  readonly #by: Key;
  readonly #total = new GroupTally();
  readonly #groups = new Map<string, GroupTally>();
  readonly #hours = new Map<number, Slot>();
  readonly #refusals = new Map<string, number>();
  readonly #grants = new Map<string, number>();
  readonly #verbs = new Set<string>();
  readonly #digests = new Map<string, Set<string>>();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(by: Key) {
    this.#by = by;
  }

  add(call: RecordedCall): void {
    const hasFailed = isFailed(call);
    this.#total.add(call, hasFailed);
    this.#groupOf(keyOf(call, this.#by)).add(call, hasFailed);
    this.#addTime(timeOf(call.id), call, hasFailed);
    this.#addUsage(call);
  }

  #groupOf(key: string): GroupTally {
    const isNew = !this.#groups.has(key) && this.#groups.size >= MOST_KEYS;
    const name = isNew ? OTHER : key;
    const group = this.#groups.get(name) ?? new GroupTally();
    this.#groups.set(name, group);
    return group;
  }

  #addTime(time: number, call: RecordedCall, hasFailed: boolean): void {
    if (!Number.isFinite(time)) return;
    this.#first = Math.min(this.#first, time);
    this.#last = Math.max(this.#last, time);
    const hour = Math.floor(time / HOUR_MS);
    const slot = this.#hours.get(hour) ?? [0, 0, 0, 0];
    slot[slotIndex(call, hasFailed)] += 1;
    if (this.#hours.size < MOST_KEYS || this.#hours.has(hour)) this.#hours.set(hour, slot);
  }

  #addUsage({ decided }: RecordedCall): void {
    if (decided === null) return;
    const { rule, verb, digest, guardfile, decision } = decided;
    if (this.#verbs.size < MOST_KEYS) this.#verbs.add(verb);
    if (decision === "deny") count(this.#refusals, `${rule} ${digest}`);
    else count(this.#grants, `${verb} ${digest}`);
    if (guardfile === null || digest === null) return;
    const known = this.#digests.get(guardfile);
    if (known !== undefined) known.add(digest);
    else if (this.#digests.size < MOST_KEYS) this.#digests.set(guardfile, new Set([digest]));
  }

  get usage(): Usage {
    const [refusals, grants, verbs] = [this.#refusals, this.#grants, this.#verbs];
    return { refusals, grants, verbs, digests: this.#digests };
  }

  /** The times of the first and the last call; null where there is none. */
  get span(): { from: string | null; to: string | null } {
    const isEmpty = this.#first > this.#last;
    return {
      from: isEmpty ? null : timestamp(this.#first),
      to: isEmpty ? null : timestamp(this.#last),
    };
  }

  groups(): { total: CallGroup; groups: readonly CallGroup[]; isCut: boolean } {
    const groups = [...this.#groups].map(([key, tally]) => tally.result(key));
    const sorted = groups.toSorted((a, b) => b.calls - a.calls || (a.key < b.key ? -1 : 1));
    return { total: this.#total.result("total"), groups: sorted, isCut: this.#groups.has(OTHER) };
  }

  /** Hours for up to three days, days for up to four months, else weeks; empty ones too. */
  timeline(): { slotMs: number; timeline: readonly TimeSlot[] } {
    const days = (this.#last - this.#first) / DAY_MS;
    const slotMs = days <= 3 ? HOUR_MS : days <= 120 ? DAY_MS : 7 * DAY_MS;
    const slots = new Map<number, Slot>();
    for (const [hour, counts] of this.#hours) {
      const index = Math.floor((hour * HOUR_MS) / slotMs);
      const slot = slots.get(index) ?? [0, 0, 0, 0];
      slots.set(index, slot.map((count, at) => count + (counts[at] ?? 0)) as Slot);
    }
    const indices = [...slots.keys()];
    const first = indices.reduce((least, index) => Math.min(least, index), Number.MAX_SAFE_INTEGER);
    const last = indices.reduce((most, index) => Math.max(most, index), -1);
    const length = Math.min(1000, Math.max(0, last - first + 1));
    const timeline = Array.from({ length }, (_, at) => {
      const slot = slots.get(last - length + 1 + at) ?? [0, 0, 0, 0];
      const [well, failed, refused, unfinished] = slot;
      const start = timestamp((last - length + 1 + at) * slotMs);
      return { start, well, failed, refused, unfinished };
    });
    return { slotMs, timeline };
  }
}
