// Doctor looks at the wrapped programs: where they are, who may write them, and whether an agent of this account can run them without ward.
import { findGroup } from "../../engine/group.ts";
import { writerOf } from "../../host/binary-writer.ts";
import { programsOnPath } from "../../host/launcher-file.ts";
import { resolveBinary } from "../../host/resolve-binary.ts";
import { findAdapter } from "../../host/sandbox-find.ts";
import type { Checkup } from "../../model/checkup.ts";
import { WardFault } from "../../model/fault.ts";
import type { Leaf } from "../../model/policy.ts";
import type { Machine } from "../machine.ts";
import type { Policy } from "../policy.ts";

interface Wrapped {
  readonly bin: string;
  /** Null where it was not found. */
  readonly file: string | null;
  readonly problem: string;
}

function leavesOf({ tree }: Policy): readonly Leaf[] {
  return (findGroup(tree, [])?.leaves ?? []).map(({ leaf }) => leaf);
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
    const writer = file === null ? null : writerOf(file, machine.directories.account);
    if (writer === null) return [];
    const mend = `look at: ls -ld ${file}`;
    return [{ check: "binary-writable", verdict: "FAIL", says: `${bin}: ${writer}`, mend }];
  });
}

/** The same file on the caller's own PATH: whoever types can leave ward out. */
function reachable(all: readonly Wrapped[], machine: Machine): readonly Checkup[] {
  const path = machine.env.PATH ?? "";
  const raw = all.filter(({ bin, file }) => {
    return file !== null && programsOnPath(bin.split("/").at(-1) ?? bin, path).length > 0;
  });
  const check = "raw-binaries";
  if (raw.length === 0) {
    return [
      { check, verdict: "PASS", says: "no wrapped program can be run beside ward", mend: null },
    ];
  }
  const names = raw.map(({ bin }) => bin).join(", ");
  const says = `an agent of this account can run these beside ward: ${names}`;
  const mend =
    "run agents as another user, or in a sandbox whose PATH has ward alone (docs/threat-model.md)";
  return [{ check, verdict: "WARN", says, mend }];
}

function adapter(leaves: readonly Leaf[], machine: Machine): readonly Checkup[] {
  const check = "sandbox-adapter";
  const confined = leaves.filter(({ bounds }) => bounds?.confine !== undefined);
  const needed = confined.some(({ bounds }) => bounds?.confine?.isRequired);
  try {
    const found = findAdapter(machine.searchPath, machine.project?.root ?? null);
    if ("adapter" in found) {
      return [
        {
          check,
          verdict: "PASS",
          says: `${found.file} confines what says \`confine\``,
          mend: null,
        },
      ];
    }
    const says = confined.length === 0 ? `${found.problem}; no grant asks for it` : found.problem;
    const verdict = needed ? "FAIL" : confined.length > 0 ? "WARN" : "PASS";
    return [{ check, verdict, says, mend: verdict === "PASS" ? null : found.remedy }];
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return [{ check, verdict: "FAIL", says: thrown.message, mend: thrown.hint ?? null }];
  }
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
  return [
    ...(bad.length > 0 ? bad : [good]),
    ...reachable(all, machine),
    ...adapter(leaves, machine),
  ];
}
