// wardctl audit show: both rows of one call, whole, with the rule's text and the state of the chain at them.
import { type Command, InvalidArgumentError } from "commander";
import { type FoundCall, findCalls } from "../../host/audit-find.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonText } from "../../render/json.ts";
import { printable } from "../../render/printable.ts";
import { type RuleView, renderCall } from "../../render/recorded-call.ts";
import { renderListed } from "../../render/trail.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { ruleNamed } from "../audit/rules.ts";
import { shownRows } from "../audit/shown-row.ts";
import type { Machine } from "../machine.ts";
import { readPolicy } from "../read-policy.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

function toPart(text: string): string {
  if (/^[0-9a-f-]{4,36}$/.test(text)) return text;
  throw new InvalidArgumentError("give a call's id, or four or more characters of its end.");
}

async function ruleOf({ decided }: FoundCall, machine: Machine): Promise<RuleView | null> {
  if (decided?.rule == null) return null;
  const found = ruleNamed(await readPolicy(machine), decided.rule);
  const isSame = found !== null && found.digest !== null && found.digest === decided.digest;
  return { text: found?.rule.text ?? null, isSame };
}

export const auditShow: Verb = {
  name: "audit show",
  summary: "show one call whole: both rows, the rule's text, and whether the rows are intact",
  example: "wardctl audit show 236f7b76cb9e",
  declare(command: Command) {
    command.argument("<id>", "of the call, or the end of it as `list` shows it", toPart);
    command.option("--json", "print it as JSON");
    declareTrail(command);
  },
  async run(command: Command) {
    const { json } = command.opts<{ json?: true }>();
    const [part = ""] = command.processedArgs as [string];
    const { place, machine } = await trailOf(command);
    const line = progressLine("looking for the call");
    const found = await withTrail(place, (files) => findCalls(files, part, line.tell));
    line.end();
    const [call, another] = found;
    if (call === undefined) {
      complain(`wardctl: there is no call on record whose id ends in ${printable(part)}`);
      return EXIT.found;
    }
    if (another !== undefined) {
      complain("wardctl: several calls on record have ids that end so; give more of one:");
      for (const { id, decided, finished } of found) complain(renderListed(id, decided, finished));
      return EXIT.usage;
    }
    const { decided, finished } = shownRows(place).entry(call);
    const rows = call.rows.map(({ row, ...state }) => ({ phase: row.phase, ...state }));
    const rule = await ruleOf(call, machine);
    const view = { id: call.id, decided, finished, rule, rows, home: machine.home };
    await print(json ? jsonText({ decided, finished, rule, chain: rows }) : renderCall(view));
    return EXIT.ok;
  },
};
