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

function wrapped({ sites }: TrustRecord, words: readonly string[]): boolean {
  return sites.some((site) => pathOf(site)?.every((word, at) => words[at] === word) === true);
}

/**
 * @param except the file that the call reached: its own standing is settled with its leaf
 * @returns null where no changed file has a say; the store is read only where a project's file is unapproved
 * @throws WardFault 125 where the store is refused
 */
export function withheldFile(
  { policy, around, call }: Setting,
  except: ReadFile | null,
): { read: ReadFile; standing: Undecided } | null {
  const others = policy.unapproved.filter((read) => read !== except);
  if (others.length === 0) return null;
  const { records } = readStore(around.store);
  for (const read of others) {
    const where = new Set<string>();
    const digest = read.guardfile === null ? "" : (digestOf(read) ?? "");
    const asked = { realpath: read.realpath, digest, where };
    const standing = standingOf(records, asked, () => []);
    if (standing.kind !== "undecided" || standing.earlier?.decision !== "allow") continue;
    if (wrapped(standing.earlier, call.words)) return { read, standing };
  }
  return null;
}
