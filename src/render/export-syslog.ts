// Turns a row into one message of RFC 5424: the plain fields as structured data, the whole row as JSON behind them.
import type { Linked } from "../model/audit-row.ts";
import { printable } from "./printable.ts";
import { type Gravity, gravityOf, plainFields } from "./row-summary.ts";

/** `log audit` of RFC 5424 section 6.2.1. */
const FACILITY = 13;
const SEVERITIES: Readonly<Record<Gravity, number>> = { info: 6, notice: 5, warning: 4 };
/** 32473 is the enterprise number that RFC 5612 keeps for what has none of its own. */
const DATA_ID = "ward@32473";

/** A field of the header: visible ASCII, `-` where there is nothing. */
function headerField(text: string, most: number): string {
  const field = text.replace(/[^\x21-\x7e]/g, "_").slice(0, most);
  return field === "" ? "-" : field;
}

function parameter(name: string, value: string | number | boolean): string {
  const text = printable(String(value)).replace(/["\\\]]/g, (sign) => `\\${sign}`);
  return `${name}="${text}"`;
}

/** Everything that is not ASCII as JSON's escapes: then no receiver needs a byte order mark, or can lose one. */
function asciiJson(row: Linked): string {
  return JSON.stringify(row).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * @param row as it may be shown
 * @param host that sends it, for rows that name none
 * @returns one message, without a line break in or behind it
 */
export function syslogMessage(row: Linked, host: string): string {
  const priority = FACILITY * 8 + SEVERITIES[gravityOf(row)];
  const [from, pid] = row.phase === "decided" ? [row.host, String(row.pid)] : [host, ""];
  const header = [
    `<${priority}>1`,
    headerField(row.at, 32),
    headerField(from, 255),
    "ward",
    headerField(pid, 128),
    headerField(row.phase, 32),
  ];
  const fields = plainFields(row).map(([name, value]) => parameter(name, value));
  return `${header.join(" ")} [${DATA_ID} ${fields.join(" ")}] ${asciiJson(row)}`;
}
