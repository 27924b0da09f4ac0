// wardctl audit tail: shows the newest calls of the trail, and goes on showing new ones when asked.
import { setTimeout as pause } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import { Follower } from "../../host/audit-follow.ts";
import { type RecordedCalls, readNewest } from "../../host/audit-read.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { RecordedCall } from "../../model/trail.ts";
import { jsonText } from "../../render/json.ts";
import { renderPolicyRow, renderRecorded } from "../../render/trail.ts";
import { declareTrail, trailOf } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { type Shown, shownRows } from "../audit/shown-row.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Options {
  readonly lines: number;
  readonly follow?: true;
  readonly json?: true;
}

/** How often a followed trail is looked at. */
const PAUSE_MS = 250;

type Rows = Pick<RecordedCall, "decided" | "finished">;

function toCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError("give a whole number, 0 or more.");
  return Number(text);
}

/** As it may be shown: rows may come from a ward that knew fewer secrets. */
function callText(given: Rows, { json }: Options, shown: Shown): string {
  const decided = given.decided && shown.row(given.decided);
  const finished = given.finished && shown.row(given.finished);
  return json ? jsonText({ decided, finished }) : renderRecorded(decided, finished);
}

/** Shows every call once when it is decided and, where it ran, once more when it has ended; ends with the process. */
async function follow(
  file: string,
  { calls, next }: RecordedCalls,
  options: Options,
  shown: Shown,
) {
  const decisions = new Map(calls.map(({ id, decided }) => [id, decided]));
  const follower = new Follower(file, next);
  for (; ; await pause(PAUSE_MS)) {
    for (const row of follower.take().rows) {
      if (row.phase === "policy-changed") {
        if (!options.json) await print(renderPolicyRow(row));
        continue;
      }
      const isEnd = row.phase === "finished";
      const decided = isEnd ? (decisions.get(row.id) ?? null) : row;
      await print(callText({ decided, finished: isEnd ? row : null }, options, shown));
      if (isEnd) decisions.delete(row.id);
      else decisions.set(row.id, row);
    }
  }
}

export const auditTail: Verb = {
  name: "audit tail",
  summary: "show the newest calls on record, the oldest of them first",
  example: "wardctl audit tail -n 50",
  declare(command: Command) {
    command.option("-n, --lines <count>", "how many calls", toCount, 20);
    command.option("-f, --follow", "go on and show new calls as they come");
    command.option("--json", "print both rows of each call as one JSON object a line");
    declareTrail(command);
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const { place } = await trailOf(command);
    const shown = shownRows(place);
    const line = progressLine("reading the trail");
    const newest = await readNewest(place, options.lines, line.tell);
    line.end();
    for (const call of newest.calls) await print(callText(call, options, shown));
    const { damaged } = newest;
    if (damaged > 0) complain(`wardctl: ${damaged} lines of the trail hold no whole row`);
    if (options.follow) await follow(place.file, newest, options, shown);
    return EXIT.ok;
  },
};
