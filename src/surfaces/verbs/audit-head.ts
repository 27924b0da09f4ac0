// wardctl audit head: prints the newest hash of the trail and how many rows there are, for keeping elsewhere.
import type { Command } from "commander";
import { countRows } from "../../host/audit-count.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonText } from "../../render/json.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

export const auditHead: Verb = {
  name: "audit head",
  summary: "print the newest hash and the number of rows, for keeping elsewhere",
  example: "wardctl audit head | ssh keeper 'cat >> heads'",
  declare(command: Command) {
    command.option("--json", "print them as JSON");
    declareTrail(command);
  },
  async run(command: Command) {
    const { json } = command.opts<{ json?: true }>();
    const { place } = await trailOf(command);
    const line = progressLine("counting the rows");
    const { hash, rows } = await withTrail(place, (files) => countRows(files, line.tell));
    line.end();
    if (hash === null) {
      complain("wardctl: the trail has no rows yet");
      return EXIT.found;
    }
    await print(json ? jsonText({ hash, rows }) : `${hash} ${rows}`);
    return EXIT.ok;
  },
};
