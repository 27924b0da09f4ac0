// A row as it stands in the trail → the row as reports and exports may have it, should anything secret be in it after all.
import { isSuspect, type Mark, redactText } from "../../engine/secret-text.ts";
import type { TrailPlace } from "../../host/audit-place.ts";
import { secretMarker } from "../../host/redaction-key.ts";

/** Takes a row, or several in one value, and gives them as they may be shown; the same value where nothing is secret. */
export type ShownRow = <Value extends object>(value: Value) => Value;

/** @param place of the trail; the key lies beside it */
export function shownRows({ own }: TrailPlace): ShownRow {
  const mark: Mark = secretMarker(own);
  return (value) => {
    const text = JSON.stringify(value);
    if (!isSuspect(text)) return value;
    const safe = (_: string, part: unknown) =>
      typeof part === "string" ? redactText(part, mark) : part;
    return JSON.parse(text, safe);
  };
}
