// A row as it stands in the trail → the row as reports and exports may have it, should anything secret be in it after all.
import { isSuspect, type Mark, redactText } from "../../engine/secret-text.ts";
import type { TrailPlace } from "../../host/audit-place.ts";
import { secretMarker } from "../../host/redaction-key.ts";
import type { Linked } from "../../model/audit-row.ts";
import type { RecordedEntry } from "../../model/trail.ts";

/** What callers and children wrote; names of variables are no secrets, though they are called like some. */
const SPOKEN = ["argv", "exec", "shell_facts", "outcome", "stderr_tail"];

/** Both give the same value where nothing is secret. */
export interface Shown {
  row<Row extends Linked>(row: Row): Row;
  entry<Entry extends RecordedEntry>(entry: Entry): Entry;
}

function redacted(value: unknown, mark: Mark): unknown {
  const safe = (_: string, part: unknown) =>
    typeof part === "string" ? redactText(part, mark) : part;
  const text = JSON.stringify(value);
  return isSuspect(text) ? JSON.parse(text, safe) : value;
}

/** @param place of the trail; the key lies beside the reader's own */
export function shownRows({ own }: TrailPlace): Shown {
  const mark = secretMarker(own);
  const row = <Row extends Linked>(given: Row): Row => {
    let shown = given;
    for (const name of SPOKEN) {
      const value = (given as unknown as Record<string, unknown>)[name];
      const safe = value === undefined || value === null ? value : redacted(value, mark);
      if (safe !== value) shown = { ...shown, [name]: safe };
    }
    return shown;
  };
  const entry = <Entry extends RecordedEntry>(given: Entry): Entry => {
    if (given.state === "policy-changed") return given;
    const decided = given.decided && row(given.decided);
    const finished = given.finished && row(given.finished);
    const isSame = decided === given.decided && finished === given.finished;
    return isSame ? given : { ...given, decided, finished };
  };
  return { row, entry };
}
