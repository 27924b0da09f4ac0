// A leaf as it hangs in the tree, and the file that granted it → what `authorize` is asked about.
import { dirname } from "node:path";
import { scriptWord } from "../../engine/interpreters.ts";
import {
  type LauncherReading,
  readLauncher,
  readShellLauncher,
} from "../../engine/launcher-rules.ts";
import { callSurface } from "../../engine/surface.ts";
import type { Mounted } from "../../engine/tree.ts";
import type { Forbidden, Subject } from "../../host/authorize.ts";
import { type PinContext, startOf } from "../../host/pin-context.ts";
import { isPinnable, lookAtBinary } from "../../host/pins.ts";
import { sha256 } from "../../host/sha256.ts";
import type { Site } from "../../model/trust.ts";
import { digestOf, surfaceOf } from "../digest.ts";
import type { ReadFile } from "../policy.ts";
import { valuesOf } from "./values.ts";

/** A sealed interpreter runs a file: one that is not pinned could be another at the next call. */
function withScript(
  reading: LauncherReading,
  { argv, policy }: Pick<Site, "argv" | "policy">,
  pins: PinContext,
): LauncherReading {
  const word = reading.kind === "sealed" ? scriptWord(reading.name, argv.slice(1)) : null;
  if (reading.kind !== "sealed" || word === null) return reading;
  if (isPinnable(word, { policy }, pins)) return reading;
  const start = startOf({ policy }, pins);
  const seen =
    word === "" ? "no file" : `\`${word}\`, which is no file of this project in ${start}`;
  const there =
    word === "" ? "" : 'call it where the file is, write `cwd "."` to start beside the Guardfile, ';
  return {
    kind: "refused",
    problem: `\`${reading.name}\` would run ${seen}, so there is nothing to pin`,
    remedy: `${there}name the script's file as the first word behind its options, or write the code in \`argv\``,
  };
}

/** How a guard's program is to be told. */
export function shellReading(site: Site, pins: PinContext): LauncherReading {
  return withScript(readShellLauncher(site.argv, lookAtBinary(site.bin, pins, site)), site, pins);
}

/** Why this leaf never runs, whatever a person says; null where it may. */
export function forbiddenLeaf(
  mounted: Mounted,
  sites: readonly Site[],
  pins: PinContext,
): Forbidden | null {
  const { leaf } = mounted;
  const { bin, prefix } = leaf.exec;
  const cwd = leaf.bounds?.cwd;
  const own = {
    argv: [bin, ...prefix, ...(leaf.argv ?? [])],
    policy: cwd === undefined ? null : { bounds: { cwd } },
  };
  const readings = [
    withScript(readLauncher(leaf, lookAtBinary(bin, pins, own)), own, pins),
    ...sites.filter(({ kind }) => kind === "shell").map((site) => shellReading(site, pins)),
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
  const own = { ...pins, guardfileDirectory: dirname(realpath) };
  const forbidden = digest === null ? unreadable(read) : forbiddenLeaf(mounted, sites, own);
  return { ...known, sites, values: valuesOf([mounted.leaf]), forbidden };
}
