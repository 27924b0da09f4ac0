// A project's file and what is on record about it → all that the question shows.
import { dirname } from "node:path";
import { readLauncher } from "../../engine/launcher-rules.ts";
import { allPolicyWords } from "../../engine/policy-words.ts";
import { leafPath } from "../../engine/surface.ts";
import { diffSurfaces } from "../../engine/surface-diff.ts";
import type { PinContext } from "../../host/pin-context.ts";
import { findPins, lookAtBinary } from "../../host/pins.ts";
import { approvedElsewhere, type Standing, standingOf } from "../../host/standing.ts";
import { type Decisions, readStore } from "../../host/trust-store.ts";
import type { Pin, Site } from "../../model/trust.ts";
import { siteKey } from "../../model/trust.ts";
import type { Before, QuestionView } from "../../render/question.ts";
import { surfaceOf, wholeOf } from "../digest.ts";
import type { ReadFile } from "../policy.ts";
import type { TrustAround } from "./around.ts";
import { forbiddenLeaf, shellReading } from "./subject.ts";
import { valuesOf } from "./values.ts";

export interface Asked {
  readonly read: ReadFile;
  readonly digest: string;
  readonly sites: readonly Site[];
  /** Of all sites. */
  readonly pins: readonly Pin[];
}

/** @returns null where the file has no surface that could be answered for */
export function askedOf(read: ReadFile, context: PinContext): Asked | null {
  const surface = surfaceOf(read);
  if (!surface.ok || surface.digest === "") return null;
  const { digest, sites } = surface;
  // What the user installed is pinned by nothing but its own bytes.
  if (read.place === "user") return { read, digest, sites, pins: [] };
  const own = { guardfileDirectory: dirname(read.realpath), values: valuesIn(read) };
  return { read, digest, sites, pins: findPins(sites, { ...context, ...own }) };
}

interface Marks {
  readonly launchers: Set<string>;
  readonly refused: Map<string, string>;
}

function marksOf({ read, sites }: Asked, around: PinContext): Marks {
  const context = { ...around, guardfileDirectory: dirname(read.realpath) };
  const marks: Marks = { launchers: new Set(), refused: new Map() };
  for (const wrap of wholeOf(read)?.wraps ?? []) {
    for (const leaf of wrap.leaves) {
      const key = leafPath(wrap, leaf);
      const reading = readLauncher(leaf, lookAtBinary(leaf.exec.bin, context));
      if (reading.kind !== "ordinary") marks.launchers.add(key);
      const mounted = { wrap, leaf, place: read.place, file: read.file };
      const forbidden = forbiddenLeaf(mounted, [], context);
      if (forbidden !== null && read.place === "project")
        marks.refused.set(key, `${forbidden.problem}; ${forbidden.remedy}`);
    }
  }
  for (const site of sites.filter(({ kind }) => kind === "shell")) {
    const reading = shellReading(site, context);
    if (reading.kind !== "ordinary") marks.launchers.add(siteKey(site));
    if (reading.kind === "refused" && read.place === "project")
      marks.refused.set(siteKey(site), reading.problem);
  }
  return marks;
}

/** What was answered about this file, at whatever state, and what of it still holds. */
export function standingOfAll(
  { sites, digest, pins, read }: Asked,
  decisions: Decisions,
): Standing {
  const where = new Set(sites.map(siteKey));
  return standingOf(decisions, { realpath: read.realpath, digest, where }, () => pins);
}

function beforeOf(standing: Standing): Before {
  if (standing.kind === "allowed") return "approved";
  if (standing.kind !== "undecided") return standing.kind;
  if (standing.isLapsed) return "lapsed";
  return standing.earlier === null ? "nothing" : "changed";
}

function valuesIn(read: ReadFile): ReadonlyMap<string, string> {
  return valuesOf(wholeOf(read)?.wraps.flatMap((wrap) => wrap.leaves) ?? []);
}

/**
 * @param asked a file that is asked about
 * @param around whose store it is, and where files are looked for
 * @throws WardFault 125 where the store is refused
 */
export function viewOf(asked: Asked, around: TrustAround): QuestionView {
  const reading = readStore(around.store);
  const standing = standingOfAll(asked, reading);
  const isOpen = standing.kind === "undecided";
  // Only an approval is worth a comparison.
  const earlier = isOpen && standing.earlier?.decision === "allow" ? standing.earlier : null;
  return {
    guardfile: asked.read.realpath,
    cwd: around.pins.cwd,
    before: asked.read.place === "user" ? "own" : beforeOf(standing),
    sites: asked.sites,
    changes: earlier === null ? null : diffSurfaces(earlier.sites, asked.sites),
    pins: asked.pins,
    changedPins: isOpen ? standing.changed : [],
    ...marksOf(asked, around.pins),
    values: valuesIn(asked.read),
    bounds: new Map(asked.sites.map((site) => [site, allPolicyWords(site.policy)])),
    storeFile: around.store?.file ?? "nowhere",
    approvedAt: approvedElsewhere(reading.records, asked.digest, asked.read.realpath),
  };
}
