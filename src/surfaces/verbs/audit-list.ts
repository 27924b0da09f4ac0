// wardctl audit list: shows the recorded calls that were asked for, from all files of the trail.
import type { Command } from "commander";
import { readCalls } from "../../host/audit-calls.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { RecordedEntry } from "../../model/trail.ts";
import { jsonText } from "../../render/json.ts";
import { renderListed, renderPolicyRow } from "../../render/trail.ts";
import { declareFilter, type FilterOptions, filterOf } from "../audit/filter.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { shownRows } from "../audit/shown-row.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

/** News is for people: JSON holds calls alone. */
function entryText(entry: RecordedEntry, isJson: boolean): string[] {
  if (entry.state === "policy-changed") {
    return isJson ? [] : [`${" ".repeat(14)}${renderPolicyRow(entry.row)}`];
  }
  const { id, decided, finished } = entry;
  return [isJson ? jsonText({ decided, finished }) : renderListed(id, decided, finished)];
}

export const auditList: Verb = {
  name: "audit list",
  summary: "show recorded calls: a refusal where it stands, a run where it ended",
  example: "wardctl audit list --verb 'git.*' --since 2h --exit '!=0'",
  declare(command: Command) {
    declareFilter(command);
    command.option("--json", "print both rows of each call as one JSON object a line");
    declareTrail(command);
  },
  async run(command: Command) {
    const options = command.opts<FilterOptions & { json?: true }>();
    const { place } = await trailOf(command);
    const filter = filterOf(options);
    const shown = shownRows(place);
    const line = progressLine("reading the trail");
    let damaged = 0;
    await withTrail(place, async (files) => {
      for await (const batch of readCalls(files, line.tell)) {
        damaged += batch.damaged;
        const lines = batch.entries
          .filter(filter.accepts)
          .flatMap((entry) => entryText(shown.entry(entry), options.json === true));
        if (lines.length > 0) line.end();
        if (lines.length > 0) await print(lines.join("\n"));
      }
    });
    line.end();
    if (damaged > 0) complain(`wardctl: ${damaged} lines of the trail hold no whole row`);
    return EXIT.ok;
  },
};
