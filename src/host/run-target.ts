// A child → what a bound ends with it: its own process group, or the family that it shares ward's group with.
// - The group's id is kept from the start: its leader may be gone while others of it live.
// - Who was of the family once stays so, also when the process between ends.

import type { ChildProcess } from "node:child_process";
import { readProcess } from "./process-state.ts";
import { familyOf, type Member, membersOf } from "./process-table.ts";

export interface RunTarget {
  /** The process whose state stands for all of it. */
  readonly pid: number | undefined;
  /** Sends a signal to every part of it. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal to the program alone, which may be meant for it and would end what it has started. */
  signalLeader(signal: NodeJS.Signals): void;
  /** Whether any part is there that is more than a zombie. */
  isAlive(): boolean;
}

/** Sends a signal to a process, or to a group by its negative id; who is gone already needs none. */
export function send(pid: number, signal: NodeJS.Signals): void {
  // 0, -1 and 1 would mean ward's own group, everybody, and the first process of all.
  if (Math.abs(pid) <= 1) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, or changed its user.
  }
}

/** @param child leads a group of its own: it was started detached */
export function groupTarget(child: ChildProcess): RunTarget {
  const group = child.pid ?? 0;
  return {
    pid: child.pid,
    signal: (signal) => send(-group, signal),
    signalLeader: (signal) => child.kill(signal),
    isAlive: () => membersOf(group).length > 0,
  };
}

/** @param child is in ward's own group, where not all are its own; just started */
export function familyTarget(child: ChildProcess): RunTarget {
  const pid = child.pid ?? 0;
  let known: readonly Member[] = [{ pid, started: readProcess(pid)?.started ?? "" }];
  const look = () => {
    known = familyOf(known);
    return known;
  };
  return {
    pid: child.pid,
    signal: (signal) => {
      for (const member of look()) send(member.pid, signal);
    },
    signalLeader: (signal) => child.kill(signal),
    isAlive: () => look().length > 0,
  };
}
