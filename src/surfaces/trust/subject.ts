// A leaf as it hangs in the tree, and the file that granted it → what `authorize` is asked about.
import { readLauncher, readShellLauncher } from "../../engine/launcher-rules.ts";
import { callSurface } from "../../engine/surface.ts";
import type { Mounted } from "../../engine/tree.ts";
import type { Forbidden, Subject } from "../../host/authorize.ts";
import { lookAtBinary, type PinContext } from "../../host/pins.ts";
import { sha256 } from "../../host/sha256.ts";
import type { Site } from "../../model/trust.ts";
import { digestOf, surfaceOf } from "../digest.ts";
import type { ReadFile } from "../policy.ts";

/** Why this leaf never runs, whatever a person says; null where it may. */
export function forbiddenLeaf(
  mounted: Mounted,
  sites: readonly Site[],
  pins: PinContext,
): Forbidden | null {
  const { leaf } = mounted;
  const readings = [
    readLauncher(leaf, lookAtBinary(leaf.exec.bin, pins)),
    ...sites
      .filter(({ kind }) => kind === "shell")
      .map(({ bin, argv }) => readShellLauncher(argv, lookAtBinary(bin, pins))),
  ];
  return readings.find((reading) => reading.kind === "refused") ?? null;
}

function unreadable(read: ReadFile): Forbidden {
  const surface = surfaceOf(read);
  return { problem: surface.ok ? "" : surface.problem, remedy: "mend the Guardfile" };
}

/**
 * @param mounted the leaf that a call reached
 * @param read the file that it is from
 * @param pins where its binary is looked for
 */
export function subjectOf(mounted: Mounted, read: ReadFile, pins: PinContext): Subject {
  const { place, file, realpath } = read;
  const digest = digestOf(read);
  const known = { place, file, realpath, sha256: read.sha256 ?? "", digest: digest ?? "" };
  if (place !== "project") return { ...known, sites: [], forbidden: null };
  const sites = callSurface(mounted.wrap, mounted.leaf, sha256);
  const forbidden = digest === null ? unreadable(read) : forbiddenLeaf(mounted, sites, pins);
  return { ...known, sites, forbidden };
}
