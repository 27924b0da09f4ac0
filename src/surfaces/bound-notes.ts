// The bounds of a leaf → how they read, and what this machine would make of a `confine`, for an explanation.
import { boundWords } from "../model/bound-words.ts";
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

/** @returns notes; none for a call that is refused or not bounded */
export async function boundNotes(decision: Decision, machine: Machine): Promise<readonly string[]> {
  if (decision.decision === "deny") return [];
  const { bounds } = decision.exec;
  if (bounds === undefined) return [];
  const said = `bounded by ${boundWords(bounds).join("; ")}`;
  if (bounds.confine === undefined) return [said];
  const { findAdapter } = await import("../host/sandbox-find.ts");
  return [said, noteOf(findAdapter, machine, bounds.confine.isRequired)];
}
