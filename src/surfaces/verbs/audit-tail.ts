// wardctl audit tail: shows the newest calls of the trail, and goes on showing new ones when asked.
import { setTimeout as pause } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import { type RecordedCall, type RecordedCalls, readRows } from "../../host/audit-read.ts";
import { trailPlace } from "../../host/audit-trail.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { renderRecorded } from "../../render/trail.ts";
import { readOwnMachine } from "../machine.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Options {
  readonly lines: number;
  readonly follow?: true;
  readonly json?: true;
}

/** How often a followed trail is looked at, and how many calls may come in between. */
const PAUSE_MS = 250;
const MOST_AT_ONCE = 10_000;

function toCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError("give a whole number, 0 or more.");
  return Number(text);
}

function callText({ decided, finished }: RecordedCall, { json }: Options): string {
  return json ? JSON.stringify({ decided, finished }) : renderRecorded(decided, finished);
}

function newest(file: string, count: number): RecordedCalls {
  return count === 0 ? { calls: [], damaged: 0 } : readRows(file, count);
}

/** Shows every call once when it is decided and, where it ran, once more when it has ended; ends with the process. */
async function follow(file: string, shown: readonly RecordedCall[], options: Options) {
  const states = new Map(shown.map(({ id, state }) => [id, state]));
  for (;;) {
    await pause(PAUSE_MS);
    for (const call of readRows(file, MOST_AT_ONCE).calls) {
      if (states.get(call.id) === call.state) continue;
      states.set(call.id, call.state);
      await print(callText(call, options));
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
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const { directories, settings } = await readOwnMachine();
    const { file } = trailPlace(directories, settings.auditDirectory);
    const before = options.follow ? newest(file, MOST_AT_ONCE).calls : [];
    const { calls, damaged } = newest(file, options.lines);
    for (const call of calls) await print(callText(call, options));
    if (damaged > 0) complain(`wardctl: ${damaged} lines of the trail hold no whole row`);
    if (options.follow) await follow(file, [...before, ...calls], options);
    return EXIT.ok;
  },
};
