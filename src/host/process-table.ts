// The system's table of processes → those of one group, or all that one process has started: /proc on Linux, ps elsewhere.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One process and no later one that gets the same id. */
export interface Member {
  readonly pid: number;
  /** When it started, in the system's own words. */
  readonly started: string;
}

export interface TableRow extends Member {
  readonly parent: number;
  readonly group: number;
}

/** @returns every process that is more than a zombie: one of those is gone, whatever kill(2) says */
export function livingProcesses(): readonly TableRow[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

/** @returns one process, or null where there is none that is more than a zombie */
export function processRow(pid: number): TableRow | null {
  if (process.platform === "linux") return readStat(pid);
  return fromPs().find((row) => row.pid === pid) ?? null;
}

function fromProc(): TableRow[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => readStat(Number(pid))).filter((row) => row !== null);
}

function readStat(pid: number): TableRow | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // There is none, or it ended while the table was read.
    return null;
  }
  // The name in the second field may hold blanks and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, group] = fields;
  if (state === "Z" || state === "X") return null;
  return { pid, parent: Number(parent), group: Number(group), started: fields[19] ?? "" };
}

function fromPs(): TableRow[] {
  const args = ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="];
  const { stdout } = spawnSync("/bin/ps", args, { env: {}, encoding: "latin1", timeout: 1000 });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent, group, stat = "Z", ...start] = line.trim().split(/\s+/);
    if (group === undefined || stat.startsWith("Z")) return [];
    const started = start.join(" ");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started }];
  });
}

/** @returns the members of a process group; its leader may be long gone */
export function membersOf(group: number): readonly TableRow[] {
  return livingProcesses().filter((row) => row.group === group);
}

/**
 * @param roots processes, each with what it has started
 * @returns those of them that live, and all that descend from them
 */
export function familyOf(roots: readonly Member[]): readonly TableRow[] {
  const all = livingProcesses();
  const isRoot = (row: TableRow) =>
    roots.some(({ pid, started }) => pid === row.pid && started === row.started);
  const family = new Set(all.filter(isRoot));
  const pids = new Set([...family].map(({ pid }) => pid));
  for (let size = -1; size !== family.size; ) {
    size = family.size;
    for (const row of all) {
      if (family.has(row) || !pids.has(row.parent)) continue;
      family.add(row);
      pids.add(row.pid);
    }
  }
  return [...family];
}

/** Deeper than any program that calls another in its place. */
const DEEPEST = 32;

/** @returns whether a process was started by another, or by one that it started */
export function descends(row: TableRow, ancestor: number): boolean {
  let at: TableRow | null = row;
  for (let depth = 0; at !== null && depth < DEEPEST; depth += 1) {
    if (at.parent === ancestor) return true;
    at = processRow(at.parent);
  }
  return false;
}
