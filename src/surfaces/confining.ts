// A leaf that is to be confined → what this machine would make of it, for an explanation.
import type { Decision } from "../model/decision.ts";
import { WardFault } from "../model/fault.ts";
import type { Machine } from "./machine.ts";

type FindAdapter = typeof import("../host/sandbox-find.ts").findAdapter;

function noteOf(findAdapter: FindAdapter, machine: Machine, isRequired: boolean): string {
  try {
    const found = findAdapter(machine.searchPath, machine.project?.root ?? null);
    if ("adapter" in found) return `it is confined by ${found.adapter.backend}: ${found.file}`;
    const what = isRequired ? "it would not run here" : "it would run unconfined here";
    return `${what}: ${found.problem}; ${found.remedy}`;
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return `it would not run here: ${thrown.message}`;
  }
}

/** @returns notes; none for a call that is refused or not confined */
export async function confiningNotes(
  decision: Decision,
  machine: Machine,
): Promise<readonly string[]> {
  if (decision.decision === "deny") return [];
  const confine = decision.exec.bounds?.confine;
  if (confine === undefined) return [];
  const { findAdapter } = await import("../host/sandbox-find.ts");
  return [noteOf(findAdapter, machine, confine.isRequired)];
}
