// Doctor looks at the wrapped programs: where they are, who may write them, and whether an agent of this account can run them without ward.
import { basename } from "node:path";
import { writerFlaw } from "../../host/binary-writer.ts";
import { programsOnPath } from "../../host/launcher-file.ts";
import { isOpenToAll } from "../../host/open-to-all.ts";
import { resolveBinary } from "../../host/resolve-binary.ts";
import type { Checkup } from "../../model/checkup.ts";
import { WardFault } from "../../model/fault.ts";
import type { Machine } from "../machine.ts";
import type { Policy } from "../policy.ts";
import { leavesOf } from "./leaves.ts";

interface Wrapped {
  readonly bin: string;
  /** Whether shipped policies alone wrap it: whoever does not have it misses nothing. */
  readonly isShipped: boolean;
  /** Null where it was not found. */
  readonly file: string | null;
  readonly problem: string;
}

function locate(bin: string, isShipped: boolean, machine: Machine): Wrapped {
  try {
    const { file } = resolveBinary(bin, machine.searchPath, machine.project?.root ?? null);
    return { bin, isShipped, file, problem: "" };
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return { bin, isShipped, file: null, problem: thrown.message };
  }
}

function missing(all: readonly Wrapped[]): readonly Checkup[] {
  const absent = all.filter(({ file, isShipped }) => file === null && !isShipped);
  if (absent.length === 0) return [];
  const says = `not on the search path: ${absent.map(({ bin }) => bin).join(", ")}`;
  const mend = "install them, or name their directories in `search-path` of config.kdl";
  return [{ check: "binaries-found", verdict: "WARN", says, mend }];
}

function writable(all: readonly Wrapped[], machine: Machine): readonly Checkup[] {
  return all.flatMap(({ bin, file }): readonly Checkup[] => {
    const flaw = file === null ? null : writerFlaw(file, machine.directories.account);
    if (flaw === null) return [];
    const says = `${bin}: ${flaw.path} ${flaw.what}`;
    return [{ check: "binary-writable", verdict: "FAIL", says, mend: flaw.hint }];
  });
}

/** Whoever can start a wrapped program by itself can leave ward out. */
function reachable(all: readonly Wrapped[], machine: Machine): Checkup {
  const check = "raw-binaries";
  const path = machine.env.PATH ?? "";
  const isOnPath = ({ bin }: Wrapped) => programsOnPath(basename(bin), path).length > 0;
  const names = (some: readonly Wrapped[]) => some.map(({ bin }) => bin).join(", ");
  const found = all.filter(({ file }) => file !== null);
  const onPath = found.filter(isOnPath);
  const byPath = found.filter((one) => !isOnPath(one) && isOpenToAll(one.file ?? ""));
  const ways = [
    ...(onPath.length > 0 ? [`by name on this PATH: ${names(onPath)}`] : []),
    ...(byPath.length > 0 ? [`by path, from any account: ${names(byPath)}`] : []),
  ];
  if (ways.length === 0) {
    const says = "no wrapped program is on this PATH, or open to other accounts";
    return { check, verdict: "PASS", says, mend: null };
  }
  const says = `an agent can run these beside ward, ${ways.join("; ")}`;
  const mend =
    "run agents in a sandbox that has ward alone, or as another account with chmod o-x on these programs (docs/threat-model.md)";
  return { check, verdict: "WARN", says, mend };
}

function soundText(all: readonly Wrapped[]): string {
  const { length } = all.filter(({ file }) => file !== null);
  const absent = all.filter(({ file }) => file === null).map(({ bin }) => bin);
  const count = `${length} wrapped program${length === 1 ? "" : "s"}, each writable by nobody else`;
  return absent.length === 0
    ? count
    : `${count}; shipped policies wrap others that are not on the search path: ${absent.join(", ")}`;
}

export function checkBinaries(policy: Policy, machine: Machine): readonly Checkup[] {
  const leaves = leavesOf(policy);
  const bins = [...new Set(leaves.map(({ leaf }) => leaf.exec.bin))].sort();
  const own = new Set(
    leaves.filter(({ place }) => place !== "shipped").map(({ leaf }) => leaf.exec.bin),
  );
  const all = bins.map((bin) => locate(bin, !own.has(bin), machine));
  const bad = [...missing(all), ...writable(all, machine)];
  const good: Checkup = {
    check: "binaries-found",
    verdict: "PASS",
    says: soundText(all),
    mend: null,
  };
  return [...(bad.length > 0 ? bad : [good]), reachable(all, machine)];
}
