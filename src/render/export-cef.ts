// Turns a row into one line of the Common Event Format, version 0.
import type { Linked } from "../model/audit-row.ts";
import { printable } from "./printable.ts";
import { type Gravity, gravityOf, summaryOf } from "./row-summary.ts";

const SEVERITIES: Readonly<Record<Gravity, number>> = { info: 1, notice: 4, warning: 6 };

function inHeader(text: string): string {
  return printable(text).replace(/[\\|]/g, (sign) => `\\${sign}`);
}

function inExtension(text: string): string {
  return printable(text).replace(/[\\=]/g, (sign) => `\\${sign}`);
}

/** What CEF has names for; the rest goes into its numbered custom strings. */
function extension(row: Linked): Readonly<Record<string, unknown>> {
  const common = { rt: Date.parse(row.at), externalId: row.id, cs1Label: "verb", cs1: row.verb };
  if (row.phase === "policy-changed") {
    return { ...common, filePath: row.guardfile, fileHash: row.digest, oldFileHash: row.previous };
  }
  if (row.phase === "finished") {
    const { kind } = row.outcome;
    const signal = row.signal === null ? {} : { cs2Label: "signal", cs2: row.signal };
    const exit = row.exit === null ? {} : { cn1Label: "exit", cn1: row.exit };
    return {
      ...common,
      outcome: kind,
      cn2Label: "duration_ms",
      cn2: row.duration_ms,
      ...exit,
      ...signal,
    };
  }
  const [session] = Object.values(row.session);
  return {
    ...common,
    act: row.decision,
    reason: row.reason,
    suser: row.user,
    shost: row.host,
    spid: row.pid,
    sproc: row.exec?.bin,
    filePath: row.guardfile,
    ...(row.rule === null ? {} : { cs3Label: "rule", cs3: row.rule }),
    ...(session === undefined ? {} : { cs4Label: "session", cs4: session }),
    msg: summaryOf(row),
  };
}

/**
 * @param row as it may be shown
 * @param version of ward
 * @returns one line, without a line break in or behind it
 */
export function cefLine(row: Linked, version: string): string {
  const severity = SEVERITIES[gravityOf(row)];
  const header = ["CEF:0", "ward", "ward", inHeader(version), row.phase, inHeader(summaryOf(row))];
  const fields = Object.entries(extension(row)).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}=${inExtension(String(value))}`],
  );
  return `${header.join("|")}|${severity}|${fields.join(" ")}`;
}
