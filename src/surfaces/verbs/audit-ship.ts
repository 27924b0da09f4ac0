// wardctl audit ship: sends the rows on record to the receivers that the configuration names, to each from where it stopped.
import type { Command } from "commander";
import type { TrailPlace } from "../../host/audit-place.ts";
import { readTarget, type ShipTarget } from "../../host/ship-target.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import { renderFault } from "../../render/fault.ts";
import { printable } from "../../render/printable.ts";
import { countText } from "../../render/trail-stats.ts";
import { trailOf } from "../audit/opened.ts";
import { countLine } from "../audit/progress.ts";
import { ship } from "../audit/shipping.ts";
import { flawOf, flawText } from "../overrule.ts";
import { complain } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Receiver {
  /** As config.kdl has it. */
  readonly url: string;
  readonly target: ShipTarget;
}

interface Options {
  readonly to?: string;
  readonly follow?: true;
}

/** The targets that were asked for, where the configuration names them; else what is wrong. */
function chosen(
  { to, follow }: Options,
  named: readonly string[],
): { urls: readonly string[] } | { problem: string } {
  const line = 'a person adds `ship-to "<url>"` to config.kdl';
  const all = named.join(" ");
  if (named.length === 0) return { problem: `no config.kdl names a target: ${line}` };
  if (to !== undefined) {
    if (named.includes(to)) return { urls: [to] };
    return { problem: `config.kdl does not name ${to}; it names ${all}` };
  }
  if (follow !== true || named.length === 1) return { urls: named };
  const why = "config.kdl names several targets, and one process follows for one of them";
  return { problem: `${why}: choose it with --to: ${all}` };
}

/** @returns how many rows the receiver takes on no account */
async function shipTo(place: TrailPlace, { url, target }: Receiver, isFollowing: boolean) {
  const line = countLine("rows sent");
  try {
    const { sent, rejected } = await ship({ place, url, target, isFollowing, tell: line.tell });
    line.end();
    complain(`wardctl: ${printable(`${countText(sent)} rows sent to ${url}`)}`);
    return rejected;
  } finally {
    line.end();
  }
}

/**
 * One after the other: a receiver that takes nothing keeps no row from the others.
 * @returns how many rows were rejected for good, over all
 * @throws WardFault of the last one that failed, once all had their turn; those before it are said
 */
async function shipToAll(place: TrailPlace, receivers: readonly Receiver[], isFollowing: boolean) {
  let failed: WardFault | null = null;
  let rejected = 0;
  for (const receiver of receivers) {
    try {
      rejected += await shipTo(place, receiver, isFollowing);
    } catch (thrown) {
      if (!(thrown instanceof WardFault)) throw thrown;
      if (failed !== null) complain(renderFault("wardctl", failed));
      failed = thrown;
    }
  }
  if (failed !== null) throw failed;
  return rejected;
}

export const auditShip: Verb = {
  name: "audit ship",
  summary: "send the rows on record to what config.kdl names, each from where it stopped",
  example: "wardctl audit ship --to 'syslog://logs.internal:601?transport=tcp' --follow",
  declare(command: Command) {
    command.option("--to <url>", "one of the `ship-to` targets of config.kdl; else all in turn");
    command.option("-f, --follow", "go on and send new rows as they come; never give up");
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const { place, machine } = await trailOf(command);
    const [broken] = machine.problems;
    if (broken !== undefined) {
      // What it names can't be known: the reader would be sent to add what may be there.
      complain(
        `wardctl: ${printable(flawText(flawOf(broken)))}; \`wardctl check\` shows all errors`,
      );
      return EXIT.badGuardfile;
    }
    const choice = chosen(options, [...new Set(machine.settings.shipTo)]);
    if ("problem" in choice) {
      complain(`wardctl: ${printable(choice.problem)}`);
      return EXIT.usage;
    }
    const receivers = choice.urls.map((url) => ({ url, target: readTarget(url) }));
    const rejected = await shipToAll(place, receivers, options.follow === true);
    return rejected > 0 ? EXIT.found : EXIT.ok;
  },
};
