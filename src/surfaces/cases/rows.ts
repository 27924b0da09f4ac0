// Puts a case's decision on a real trail of its own in a temporary directory, and reads back the merged row.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeRow, openRow, recordRefusal } from "../../host/audit.ts";
import { openTrail, type Trail } from "../../host/audit-trail.ts";
import { endedChild } from "../../host/outcomes.ts";
import type { AuditRow } from "../../model/audit-row.ts";
import type { Allow, Call, Denial } from "../../model/decision.ts";
import type { Machine } from "../machine.ts";
import type { Policy } from "../policy.ts";
import { grantEntry, recorderOf, refusalEntry } from "../record.ts";
import type { GotRow } from "./compare.ts";
import type { Stub } from "./table.ts";

/** What is put on record, and how its spawn would have ended. */
export interface Played {
  readonly policy: Policy;
  readonly machine: Machine;
  readonly call: Call;
  readonly decision: Allow | Denial;
  readonly stub: Stub;
}

function write({ policy, call, decision, stub }: Played, trail: Trail): void {
  if (decision.decision === "deny") {
    recordRefusal(refusalEntry({ policy, grant: null }, call, decision, null, trail.mark), trail);
    return;
  }
  const row = openRow(grantEntry({ policy, grant: null }, call, decision, null, trail.mark), trail);
  const end = { code: stub.exit ?? 0, signal: null, isLaunched: true };
  const unwritten = closeRow(row, endedChild(end).outcome);
  if (unwritten !== null) throw unwritten;
}

/** Both rows of a call as one. */
function merge(rows: readonly AuditRow[]): GotRow[] {
  return rows.flatMap((row) => {
    if (row.phase !== "decided") return [];
    const end = rows.find((other) => other.id === row.id && other.phase === "finished");
    const exit = end?.phase === "finished" ? end.exit : null;
    return [{ verb: row.verb, decision: row.decision, reason: row.reason, exit_code: exit }];
  });
}

/**
 * @param played the call and its decision
 * @returns the rows that a real call would have left, one a call
 * @throws WardFault where the temporary directory takes no rows
 */
export function playRows(played: Played): readonly GotRow[] {
  const state = mkdtempSync(join(tmpdir(), "ward-test-"));
  try {
    const recorder = recorderOf(played.machine);
    const directories = { ...recorder.directories, state };
    const trail = openTrail({ ...recorder, directories, auditDirectory: null });
    write(played, trail);
    const lines = readFileSync(trail.file, "utf8").trim().split("\n");
    return merge(lines.map((line) => JSON.parse(line) as AuditRow));
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
