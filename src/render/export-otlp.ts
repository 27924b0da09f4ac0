// Turns rows into one request of OpenTelemetry's log protocol, in its JSON form.
import type { Linked } from "../model/audit-row.ts";
import { type Gravity, gravityOf, plainFields, summaryOf } from "./row-summary.ts";

/** SeverityNumber of the log data model. */
const SEVERITIES: Readonly<Record<Gravity, number>> = { info: 9, notice: 10, warning: 13 };

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly arrayValue: { readonly values: readonly Value[] } };

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

function toValue(value: string | number | boolean): Value {
  if (typeof value === "boolean") return { boolValue: value };
  // 64-bit numbers are strings in protobuf's JSON.
  return typeof value === "number" ? { intValue: String(value) } : { stringValue: value };
}

function attribute(key: string, value: string | number | boolean): Attribute {
  return { key, value: toValue(value) };
}

/** The words, where they are all there, under the name that OpenTelemetry has for them. */
function argv(row: Linked): readonly Attribute[] {
  if (row.phase !== "decided" || "head" in row.argv) return [];
  const values = row.argv.map(toValue);
  return [{ key: "process.command_args", value: { arrayValue: { values } } }];
}

function nanoseconds(at: string): string {
  return `${Date.parse(at)}000000`;
}

function record(row: Linked): object {
  const gravity = gravityOf(row);
  return {
    timeUnixNano: nanoseconds(row.at),
    observedTimeUnixNano: nanoseconds(row.at),
    severityNumber: SEVERITIES[gravity],
    severityText: gravity.toUpperCase(),
    body: { stringValue: summaryOf(row) },
    attributes: [
      attribute("event.name", `ward.${row.phase}`),
      ...plainFields(row).map(([name, value]) => attribute(`ward.${name}`, value)),
      ...argv(row),
      attribute("ward.row", JSON.stringify(row)),
    ],
  };
}

/**
 * @param rows as they may be shown
 * @param host that sends them
 * @param version of ward
 * @returns an ExportLogsServiceRequest; the attribute `ward.row` holds each row whole
 */
export function otlpRequest(rows: readonly Linked[], host: string, version: string): object {
  const attributes = [
    attribute("service.name", "ward"),
    attribute("service.version", version),
    attribute("host.name", host),
  ];
  const scope = { name: "ward.audit", version };
  const scopeLogs = [{ scope, logRecords: rows.map(record) }];
  return { resourceLogs: [{ resource: { attributes }, scopeLogs }] };
}
