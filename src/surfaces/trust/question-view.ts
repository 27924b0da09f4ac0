// A project's file and what is on record about it → all that the question shows.
import { readLauncher, readShellLauncher } from "../../engine/launcher-rules.ts";
import { leafPath } from "../../engine/surface.ts";
import { diffSurfaces } from "../../engine/surface-diff.ts";
import { findPins, lookAtBinary, type PinContext } from "../../host/pins.ts";
import type { Pin, Site, TrustRecord } from "../../model/trust.ts";
import { siteKey } from "../../model/trust.ts";
import type { QuestionView } from "../../render/question.ts";
import { surfaceOf } from "../digest.ts";
import type { ReadFile } from "../policy.ts";
import { forbiddenLeaf } from "./subject.ts";

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
  return { read, digest, sites, pins: findPins(sites, context) };
}

interface Marks {
  readonly launchers: Set<string>;
  readonly refused: Map<string, string>;
}

function marksOf({ read, sites }: Asked, context: PinContext): Marks {
  const marks: Marks = { launchers: new Set(), refused: new Map() };
  for (const wrap of read.guardfile?.wraps ?? []) {
    for (const leaf of wrap.leaves) {
      const key = leafPath(wrap, leaf);
      const reading = readLauncher(leaf, lookAtBinary(leaf.exec.bin, context));
      if (reading.kind !== "ordinary") marks.launchers.add(key);
      const mounted = { wrap, leaf, place: read.place, file: read.file };
      const forbidden = forbiddenLeaf(mounted, [], context);
      if (forbidden !== null) marks.refused.set(key, `${forbidden.problem}; ${forbidden.remedy}`);
    }
  }
  for (const site of sites.filter(({ kind }) => kind === "shell")) {
    const reading = readShellLauncher(site.argv, lookAtBinary(site.bin, context));
    if (reading.kind !== "ordinary") marks.launchers.add(siteKey(site));
    if (reading.kind === "refused") marks.refused.set(siteKey(site), reading.problem);
  }
  return marks;
}

export interface Background {
  readonly context: PinContext;
  /** The last answer about another state of the file; null where there is none. Only an approval is compared with. */
  readonly earlier: TrustRecord | null;
  readonly changedPins: readonly Pin[];
  readonly approvedAt: string | null;
  readonly storeFile: string;
}

export function questionView(asked: Asked, background: Background): QuestionView {
  const { context, earlier, changedPins, approvedAt, storeFile } = background;
  return {
    guardfile: asked.read.realpath,
    cwd: context.cwd,
    sites: asked.sites,
    changes: earlier?.decision === "allow" ? diffSurfaces(earlier.sites, asked.sites) : null,
    pins: asked.pins,
    changedPins,
    ...marksOf(asked, context),
    storeFile,
    approvedAt,
  };
}
