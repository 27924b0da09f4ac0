// Turns one row of the trail into what receivers ask of any event: how grave it is, one line, and plain fields.
import type { AuditRow, ClippedArgv, Linked } from "../model/audit-row.ts";
import { invocationText } from "./invocation.ts";
import { printable } from "./printable.ts";
import { endText } from "./trail.ts";

/** `notice` for what a person may want to look at, `warning` for what was refused. */
export type Gravity = "info" | "notice" | "warning";

export function gravityOf(row: AuditRow): Gravity {
  if (row.phase === "policy-changed") return "notice";
  if (row.phase === "decided") return row.decision === "deny" ? "warning" : "info";
  return row.outcome.state === "completed" ? "info" : "notice";
}

function wordsOf(argv: readonly string[] | ClippedArgv): readonly string[] {
  return "head" in argv ? argv.head : argv;
}

/** One line for a person, escaped. */
export function summaryOf(row: AuditRow): string {
  if (row.phase === "policy-changed") return printable(`policy changed: ${row.guardfile}`);
  if (row.phase === "finished") {
    return `${printable(row.verb)} ended: ${endText(row)}`;
  }
  const said = row.decision === "deny" ? `refused (${row.reason})` : "allowed";
  return `${said}: ${invocationText(wordsOf(row.argv))}`;
}

/** The fields that are plain: name → value; what is null or missing is left out. */
export function plainFields(
  row: Linked,
): readonly (readonly [string, string | number | boolean])[] {
  const fields: Readonly<Record<string, unknown>> = {
    id: row.id,
    verb: row.verb,
    ...decidedFields(row),
    ...(row.phase === "finished"
      ? {
          state: row.outcome.state,
          kind: row.outcome.kind,
          exit: row.exit,
          signal: row.signal,
          launched: row.launched,
          duration_ms: row.duration_ms,
        }
      : {}),
    ...(row.phase === "policy-changed"
      ? { guardfile: row.guardfile, digest: row.digest, previous: row.previous }
      : {}),
    hash: row.hash,
  };
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[name, value] as const]
      : [],
  );
}

function decidedFields(row: AuditRow): Readonly<Record<string, unknown>> {
  if (row.phase !== "decided") return {};
  const { decision, reason, rule, exec, guardfile, digest, trust, cwd, user, session } = row;
  const bin = exec?.bin;
  const [sessionId] = Object.values(session);
  return { decision, reason, rule, bin, guardfile, digest, trust, cwd, user, session: sessionId };
}
