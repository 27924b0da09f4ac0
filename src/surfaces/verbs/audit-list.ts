// wardctl audit list: shows the recorded calls that were asked for, from all files of the trail.
import type { Command } from "commander";
import { readCalls } from "../../host/audit-calls.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonText } from "../../render/json.ts";
import { renderListed, renderPolicyRow } from "../../render/trail.ts";
import { declareFilter, type FilterOptions, filterOf } from "../audit/filter.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { shownRows } from "../audit/shown-row.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

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
        const calls = batch.calls.filter(filter.accepts).map((call) => {
          const { decided, finished } = shown(call);
          return options.json
            ? jsonText({ decided, finished })
            : renderListed(call.id, decided, finished);
        });
        const news = options.json ? [] : batch.policies.filter(filter.acceptsPolicy);
        const lines = [
          ...news.map((row) => `${" ".repeat(14)}${renderPolicyRow(shown(row))}`),
          ...calls,
        ];
        if (lines.length > 0) line.end();
        if (lines.length > 0) await print(lines.join("\n"));
      }
    });
    line.end();
    if (damaged > 0) complain(`wardctl: ${damaged} lines of the trail hold no whole row`);
    return EXIT.ok;
  },
};
