// The files that an approval would rest on → lines that name each with its hash, and the refusal of those that nobody named.
//
// `--digest` is about the surface. Where an earlier approval had another file behind it, that file is a new question, and
// only who gives `--pins` has answered it.
import { changedHashes, type PinChange, pinsDigest } from "../../host/pin-changes.ts";
import { readStore } from "../../host/trust-store.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { Pin } from "../../model/trust.ts";
import { printable } from "../../render/printable.ts";
import { complain } from "../stdio.ts";
import type { TrustAround } from "./around.ts";
import { type Asked, standingOfAll } from "./question-view.ts";

/** Files that are not what the last approval of this path rests on; none where nothing was approved. */
export function changedSince(asked: Asked, { store }: TrustAround): readonly PinChange[] {
  const standing = standingOfAll(asked, readStore(store));
  const earlier = standing.kind === "undecided" ? standing.earlier : standing.record;
  return earlier?.decision === "allow" ? changedHashes(earlier.pins, asked.pins) : [];
}

function words({ role, path, realpath, sha256 }: Pin, change: PinChange | undefined): string {
  const now =
    realpath === null ? `${path} is not there` : `${realpath} ${sha256 ?? "by its place"}`;
  const was = change === undefined ? "" : ` (it was ${change.before ?? "not hashed"} before)`;
  return `${role} ${now}${was}`;
}

/**
 * @param changes of the same pins, from `changedSince`
 * @returns one line a file, escaped: those with a hash, and those that had one
 */
export function pinnedLines(pins: readonly Pin[], changes: readonly PinChange[]): string[] {
  const shown = pins.flatMap((pin) => {
    const change = changes.find((one) => one.pin === pin);
    return pin.sha256 === null && change === undefined ? [] : [words(pin, change)];
  });
  return [...new Set(shown)].map((line) => printable(`  pins ${line}`));
}

/**
 * @param given what the caller says the files are; undefined without `--pins`
 * @param isShown whether a person sees on this terminal what is pinned
 * @returns null where the approval may rest on the files, else the exit code of the refusal, which has been said
 */
export function refusePins(
  { pins }: Pick<Asked, "pins">,
  changes: readonly PinChange[],
  given: string | undefined,
  isShown: boolean,
): number | null {
  const isGiven = given !== undefined;
  if (isGiven ? given === pinsDigest(pins) : isShown || changes.length === 0) return null;
  const why = isGiven
    ? "the files behind the surface are not those of --pins; read them again"
    : "files behind the surface are not what was approved before, and --digest does not cover them; read them, then add --pins as `wardctl trust status` prints it";
  complain(`wardctl: refused: ${why}`);
  for (const line of pinnedLines(pins, changes)) complain(line);
  return EXIT.refused;
}
