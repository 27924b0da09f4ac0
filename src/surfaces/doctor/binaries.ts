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
  /** Null where it was not found. */
  readonly file: string | null;
  readonly problem: string;
}

function locate(bin: string, machine: Machine): Wrapped {
  try {
    const { file } = resolveBinary(bin, machine.searchPath, machine.project?.root ?? null);
    return { bin, file, problem: "" };
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return { bin, file: null, problem: thrown.message };
  }
}

function missing(all: readonly Wrapped[]): readonly Checkup[] {
  const absent = all.filter(({ file }) => file === null);
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

export function checkBinaries(policy: Policy, machine: Machine): readonly Checkup[] {
  const leaves = leavesOf(policy);
  const bins = [...new Set(leaves.map(({ exec }) => exec.bin))].sort();
  const all = bins.map((bin) => locate(bin, machine));
  const bad = [...missing(all), ...writable(all, machine)];
  const count = `${bins.length} wrapped program${bins.length === 1 ? "" : "s"}`;
  const good: Checkup = {
    check: "binaries-found",
    verdict: "PASS",
    says: `${count}, each found and writable by nobody else`,
    mend: null,
  };
  return [...(bad.length > 0 ? bad : [good]), reachable(all, machine)];
}
