// wardctl audit ship: sends the rows on record to a receiver that the configuration names, from where it stopped.
import type { Command } from "commander";
import { readTarget } from "../../host/ship-target.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { printable } from "../../render/printable.ts";
import { countText } from "../../render/trail-stats.ts";
import { trailOf } from "../audit/opened.ts";
import { countLine } from "../audit/progress.ts";
import { ship } from "../audit/shipping.ts";
import { complain } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Options {
  readonly to?: string;
  readonly follow?: true;
}

/** The target that was asked for, where the configuration names it; else what is wrong. */
function chosen({ to }: Options, named: readonly string[]): { url: string } | { problem: string } {
  const line = 'a person adds `ship-to "<url>"` to config.kdl';
  if (named.length === 0) return { problem: `no config.kdl names a target: ${line}` };
  const [only] = named;
  if (to === undefined) {
    if (only !== undefined && named.length === 1) return { url: only };
    return {
      problem: `config.kdl names several targets: choose one with --to: ${named.join(" ")}`,
    };
  }
  if (named.includes(to)) return { url: to };
  return { problem: `config.kdl does not name ${to}; it names ${named.join(" ")}` };
}

export const auditShip: Verb = {
  name: "audit ship",
  summary: "send the rows on record to a receiver that config.kdl names, from where it stopped",
  example: "wardctl audit ship --to 'syslog://logs.internal:601?transport=tcp' --follow",
  declare(command: Command) {
    command.option("--to <url>", "one of the `ship-to` targets of config.kdl");
    command.option("-f, --follow", "go on and send new rows as they come; never give up");
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const { place, machine } = await trailOf(command);
    const choice = chosen(options, machine.settings.shipTo);
    if ("problem" in choice) {
      complain(`wardctl: ${printable(choice.problem)}`);
      return EXIT.usage;
    }
    const { url } = choice;
    const target = readTarget(url);
    const line = countLine("rows sent");
    const isFollowing = options.follow === true;
    try {
      const { sent, rejected } = await ship({ place, url, target, isFollowing, tell: line.tell });
      line.end();
      complain(`wardctl: ${printable(`${countText(sent)} rows sent to ${url}`)}`);
      return rejected > 0 ? EXIT.found : EXIT.ok;
    } finally {
      line.end();
    }
  },
};
