// wardctl audit stats: what the recorded calls add up to, and which rules and leaves nobody needed.
import { type Command, Option } from "commander";
import { readCalls } from "../../host/audit-calls.ts";
import type { TrailPlace } from "../../host/audit-place.ts";
import { writeReport } from "../../host/report-file.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonText } from "../../render/json.ts";
import { renderStatsPage } from "../../render/stats-page.ts";
import { renderStats } from "../../render/trail-stats.ts";
import { declareTimes, type FilterOptions, filterOf } from "../audit/filter.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { statisticsOf } from "../audit/statistics.ts";
import { KEYS, type Key, Tally } from "../audit/tally.ts";
import { readPolicy } from "../read-policy.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Options extends FilterOptions {
  readonly by: Key;
  readonly json?: true;
  readonly html?: string;
  readonly trail?: string;
}

async function count(place: TrailPlace, options: Options): Promise<Tally> {
  const filter = filterOf(options);
  const tally = new Tally(options.by);
  const line = progressLine("counting calls");
  let damaged = 0;
  await withTrail(place, async (files) => {
    for await (const batch of readCalls(files, line.tell)) {
      damaged += batch.damaged;
      for (const entry of batch.entries) {
        if (entry.state !== "policy-changed" && filter.accepts(entry)) tally.add(entry);
      }
    }
  });
  line.end();
  if (damaged > 0) complain(`wardctl: ${damaged} lines of the trail hold no whole row`);
  return tally;
}

export const auditStats: Verb = {
  name: "audit stats",
  summary:
    "count calls, refusals, failures and durations; name rules and leaves that nobody needed",
  example: "wardctl audit stats --since 7d --html stats.html",
  declare(command: Command) {
    const by = new Option("--by <what>", "what calls are grouped by").choices(KEYS).default("verb");
    command.addOption(by);
    declareTimes(command);
    command.option("--json", "print the statistics as JSON");
    command.option("--html <file>", "write one page with charts, which needs no network");
    declareTrail(command);
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const { place, machine } = await trailOf(command);
    const policy = options.trail === undefined ? await readPolicy(machine) : null;
    const stats = statisticsOf(await count(place, options), options.by, policy);
    const { home } = machine;
    if (options.html !== undefined) writeReport(options.html, renderStatsPage(stats, home));
    else await print(options.json ? jsonText(stats) : renderStats(stats, home));
    return EXIT.ok;
  },
};
