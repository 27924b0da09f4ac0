// The project's files as they were read → those whose leaves may be shown and tried: approved as they are now.
//
// The files behind their sites are looked at only when a leaf is called.
import { standingOf } from "../../host/standing.ts";
import { type Decisions, readStore, undecided } from "../../host/trust-store.ts";
import { WardFault } from "../../model/fault.ts";
import { digestOf } from "../digest.ts";
import type { Machine } from "../machine.ts";
import type { ReadFile } from "../policy.ts";
import { type TrustAround, trustAround } from "./around.ts";

/** A store that can't be believed approves nothing here; the call that needs it says why. */
function decisionsOf({ store }: TrustAround): Decisions {
  try {
    return readStore(store);
  } catch (thrown) {
    if (thrown instanceof WardFault) return undecided();
    throw thrown;
  }
}

/** @returns names of the files, for `assemblePolicy` */
export function approvedFiles(files: readonly ReadFile[], machine: Machine): ReadonlySet<string> {
  const projects = files.filter(
    ({ place, guardfile }) => place === "project" && guardfile !== null,
  );
  if (projects.length === 0) return new Set();
  const around = trustAround(machine);
  if (around.optIn.isGiven) return new Set(projects.map(({ file }) => file));
  const decisions = decisionsOf(around);
  const isApproved = (read: ReadFile) => {
    const digest = digestOf(read);
    if (digest === null) return false;
    const asked = { realpath: read.realpath, digest, where: new Set<string>() };
    return standingOf(decisions, asked, () => []).kind === "allowed";
  };
  return new Set(projects.filter(isApproved).map(({ file }) => file));
}
