// A call that a project's file does not grant any more → that file, where it was approved before and wrapped the call's group.
import { standingOf } from "../../host/standing.ts";
import { readStore } from "../../host/trust-store.ts";
import type { Site, TrustRecord } from "../../model/trust.ts";
import { digestOf } from "../digest.ts";
import type { ReadFile } from "../policy.ts";
import type { Undecided } from "./ask.ts";
import type { Setting } from "./setting.ts";

/** The path of a wrap as it was approved. */
function pathOf({ kind, policy }: Site): readonly string[] | null {
  const { path } = (policy ?? {}) as { path?: unknown };
  return kind === "wrap" && Array.isArray(path) ? (path as string[]) : null;
}

/** Whether a file that was approved so spoke for these words. */
export function wrapped({ sites }: TrustRecord, words: readonly string[]): boolean {
  return sites.some((site) => pathOf(site)?.every((word, at) => words[at] === word) === true);
}

export interface Withheld {
  /** Null where no changed file has a say. */
  readonly changed: { readonly read: ReadFile; readonly standing: Undecided } | null;
  /** What of the store was not believed, for stderr. */
  readonly warnings: readonly string[];
}

/** The store was not asked. */
export const UNASKED: Withheld = { changed: null, warnings: [] };

/**
 * @param except the file that the call reached: its own standing is settled with its leaf
 * @returns the store is read only where a project's file is unapproved
 * @throws WardFault 125 where the store is refused
 */
export function withheldFile({ policy, around, call }: Setting, except: ReadFile | null): Withheld {
  const others = policy.unapproved.filter((read) => read !== except);
  if (others.length === 0) return UNASKED;
  const decisions = readStore(around.store);
  const { warnings } = decisions;
  for (const read of others) {
    const where = new Set<string>();
    const digest = read.guardfile === null ? "" : (digestOf(read) ?? "");
    const asked = { realpath: read.realpath, digest, where };
    const standing = standingOf(decisions, asked, () => []);
    if (standing.kind !== "undecided" || standing.earlier?.decision !== "allow") continue;
    if (wrapped(standing.earlier, call.words)) return { changed: { read, standing }, warnings };
  }
  return { changed: null, warnings };
}
