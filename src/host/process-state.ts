// Turns a process id into its state, its group and the group that has its terminal: /proc on Linux, ps elsewhere.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";

export interface ProcessState {
  /** `T` is stopped, `Z` a zombie; as in proc(5). */
  readonly state: string;
  readonly group: number;
  /** Whether it leads its session, and so is the one that a hang-up is told; true where the system does not say. */
  readonly isLeader: boolean;
  /** The foreground group of the controlling terminal; 0 or less without a terminal. */
  readonly foreground: number;
  /** When it started, in the system's own words: with the id it names one process and no later one. */
  readonly started: string;
}

/** When this process started: that stays what it is. */
let started: string | null = null;

/** @returns null where there is no such process, or the system does not tell */
export function readProcess(pid: number): ProcessState | null {
  const state = process.platform === "linux" ? fromProc(pid) : fromPs(pid);
  if (pid === process.pid) started = state?.started ?? "";
  return state;
}

/** @returns when this process started, as `readProcess` has it; empty where the system does not tell */
export function ownStart(): string {
  return started ?? readProcess(process.pid)?.started ?? "";
}

/** The fields of proc(5) from the third on; null where there are none. */
function statFields(pid: number): readonly string[] | null {
  try {
    // Node reads UTF-8 in one step, and other encodings in many.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in the second field may hold blanks, parentheses and bytes of any kind.
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** @returns the device number of ward's controlling terminal; null where the system does not tell */
export function ownTerminal(): number | null {
  const fields = process.platform === "linux" ? statFields(process.pid) : null;
  return fields === null ? null : Number(fields[4]);
}

function fromProc(pid: number): ProcessState | null {
  const fields = statFields(pid);
  if (fields === null) return null;
  const [state = "", , group, session, , foreground] = fields;
  const [isLeader, started] = [Number(session) === pid, fields[19] ?? ""];
  return { state, group: Number(group), isLeader, foreground: Number(foreground), started };
}

/** As `readProcess`, through the ps of POSIX systems. */
export function fromPs(pid: number): ProcessState | null {
  const args = ["-o", "stat=,pgid=,tpgid=,lstart=", "-p", String(pid)];
  const { stdout } = spawnSync("/bin/ps", args, { env: {}, encoding: "latin1", timeout: 1000 });
  const [stat = "", group, foreground, ...start] = (stdout ?? "").trim().split(/\s+/);
  if (group === undefined || foreground === undefined) return null;
  const [state, isLeader, started] = [stat.slice(0, 1), true, start.join(" ")];
  return { state, group: Number(group), isLeader, foreground: Number(foreground), started };
}

/**
 * @param own ward's own state, read just now
 * @returns whether the terminal sends its signals (Ctrl-C, Ctrl-\\, Ctrl-Z, window changes) to ward's own group,
 * and so to a child in it; where the system does not tell, a terminal on a standard descriptor counts
 */
export function isForeground(own: ProcessState | null = readProcess(process.pid)): boolean {
  if (own === null) return [0, 1, 2].some((fd) => isatty(fd));
  return own.foreground > 0 && own.foreground === own.group;
}

/** @returns whether standard input is a terminal that another group has by now: the kernel lets nobody behind a shell read it */
export function isTypedForOthers(): boolean {
  const own = isatty(0) ? readProcess(process.pid) : null;
  return own !== null && own.foreground > 0 && own.foreground !== own.group;
}
