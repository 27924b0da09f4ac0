// A call that a lower place serves → the approved files around here that would have spoken for it and are not read any more.
//
// They withhold nothing: a branch without the file, or a nearer Guardfile, is everyday work. But nobody is left to guess.
import { dirname } from "node:path";
import { isAbsent } from "../../host/absent.ts";
import { levels } from "../../host/project.ts";
import { peekRecords } from "../../host/trust-peek.ts";
import { readStore, type StoreReading } from "../../host/trust-store.ts";
import { WardFault } from "../../model/fault.ts";
import type { TrustAround } from "./around.ts";
import type { Setting } from "./setting.ts";
import { wrapped } from "./withheld.ts";

/** A store that can't be believed is told where an answer is needed, and this call needs none. */
function recordsOf({ store }: TrustAround, around: readonly string[]): StoreReading["records"] {
  try {
    if (store === null || !peekRecords(store, around)) return new Map();
    return readStore(store).records;
  } catch (thrown) {
    if (thrown instanceof WardFault) return new Map();
    throw thrown;
  }
}

/** @returns lines for stderr, without the program's name */
export function lostApprovals(setting: Setting): readonly string[] {
  const { policy, machine, call } = setting;
  if (machine.cwd === null) return [];
  const around = levels(machine.cwd, machine.directories.account?.home ?? null);
  const isRead = (path: string) => policy.files.some(({ realpath }) => realpath === path);
  return [...recordsOf(setting.around, around)]
    .filter(([path, record]) => around.includes(dirname(path)) && record.decision === "allow")
    .filter(([path, record]) => !isRead(path) && wrapped(record, call.words))
    .map(([path]) => {
      const why = isAbsent(path) ? "is gone" : "is not the nearest Guardfile here";
      return `${path}, which was approved for this group, ${why}: what a lower place grants serves`;
    });
}
