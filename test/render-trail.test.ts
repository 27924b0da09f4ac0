// Recorded ends → the few words that a person reads of them: what ward made of a run stands in front of the child's own end.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FinishedRow } from "../src/model/audit-row.ts";
import { renderRecorded } from "../src/render/trail.ts";

const CASES: [Pick<FinishedRow, "exit" | "signal">, FinishedRow["outcome"]["kind"], string][] = [
  [{ exit: 0, signal: null }, "success", "exit 0"],
  [{ exit: 3, signal: null }, "application_failure", "exit 3"],
  [{ exit: null, signal: "SIGKILL" }, "application_failure", "SIGKILL"],
  [{ exit: 0, signal: null }, "timed_out", "timed out (exit 0)"],
  [{ exit: null, signal: "SIGKILL" }, "timed_out", "timed out (SIGKILL)"],
  [{ exit: null, signal: "SIGTERM" }, "cancelled", "cancelled (SIGTERM)"],
  [{ exit: null, signal: null }, "cancelled", "cancelled"],
  [{ exit: null, signal: null }, "executable_not_found", "executable_not_found"],
];

for (const [end, kind, expected] of CASES) {
  test(`${kind} with ${JSON.stringify(end)} reads "${expected}"`, () => {
    const row = { at: "T", verb: "ward.tool", ...end, outcome: { kind } } as unknown as FinishedRow;
    const [at, came] = renderRecorded(null, row).split(/ {2,}/);
    assert.deepEqual([at, came], ["T", expected]);
  });
}
