// wardctl audit replay: what another policy would have decided for the calls on record.
import type { Command } from "commander";
import { readCalls } from "../../host/audit-calls.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { RecordedCall } from "../../model/trail.ts";
import { jsonText } from "../../render/json.ts";
import { type Example, type ReplayReport, renderReplay } from "../../render/replay.ts";
import { renderCallWords } from "../../render/trail.ts";
import { declareTimes, type FilterOptions, filterOf } from "../audit/filter.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { type Ground, type Replayed, replay, type Verdict } from "../audit/replay.ts";
import { shownRows } from "../audit/shown-row.ts";
import { renderChecked } from "../checked-text.ts";
import { readFacts } from "../facts.ts";
import type { Machine } from "../machine.ts";
import { assemblePolicy, type Policy } from "../policy.ts";
import { readGiven, readPolicy } from "../read-policy.ts";
import { canColor, complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

/** How many different examples of each kind are shown. */
const MOST_EXAMPLES = 10;

function sayBroken({ broken }: Policy): void {
  const found = { files: broken, hidden: [], unapproved: [], home: null };
  complain(renderChecked(found, canColor(process.stderr)));
}

/** @returns null where the given file is not valid, which has been said */
async function groundOf(guardfile: string | undefined, machine: Machine): Promise<Ground | null> {
  const isGiven = guardfile !== undefined;
  const policy = isGiven ? assemblePolicy([await readGiven(guardfile)]) : await readPolicy(machine);
  if (policy.broken.length > 0) sayBroken(policy);
  if (isGiven && policy.broken.length > 0) return null;
  const wraps = policy.files.flatMap((read) => read.guardfile?.wraps ?? []);
  const files = isGiven ? null : new Set(policy.files.map(({ realpath }) => realpath));
  return { tree: policy.tree, facts: await readFacts(wraps), files };
}

type Kind = keyof ReplayReport["examples"];
const KINDS: Readonly<Record<Verdict, Kind | null>> = {
  unchanged: null,
  "newly-refused": "newly_refused",
  "newly-allowed": "newly_allowed",
  undecidable: "undecidable",
  "not-replayed": null,
};

/** Counts what comes, and keeps a few examples of each kind, each reason once. */
class Report {
  #counts: Record<Verdict, number> = {
    unchanged: 0,
    "newly-refused": 0,
    "newly-allowed": 0,
    undecidable: 0,
    "not-replayed": 0,
  };
  #hadRun = 0;
  readonly #examples = new Map<Kind, Map<string, Example>>();

  add(
    call: RecordedCall,
    { verdict, why, hadRun }: Replayed,
    shown: (call: RecordedCall) => RecordedCall,
  ): void {
    this.#counts[verdict] += 1;
    if (verdict === "newly-refused" && hadRun) this.#hadRun += 1;
    const kind = KINDS[verdict];
    if (kind === null) return;
    const examples = this.#examples.get(kind) ?? new Map<string, Example>();
    this.#examples.set(kind, examples);
    const key = `${call.decided?.verb} ${why}`;
    if (examples.size >= MOST_EXAMPLES || examples.has(key)) return;
    const { decided } = shown(call);
    if (decided === null) return;
    examples.set(key, { at: decided.at, call: renderCallWords(decided.argv), why });
  }

  result(): ReplayReport {
    const of = (kind: Kind) => [...(this.#examples.get(kind)?.values() ?? [])];
    const counts = this.#counts;
    return {
      calls: Object.values(counts).reduce((sum, count) => sum + count, 0),
      unchanged: counts.unchanged,
      newly_refused: counts["newly-refused"],
      had_run: this.#hadRun,
      newly_allowed: counts["newly-allowed"],
      undecidable: counts.undecidable,
      not_replayed: counts["not-replayed"],
      examples: {
        newly_refused: of("newly_refused"),
        newly_allowed: of("newly_allowed"),
        undecidable: of("undecidable"),
      },
    };
  }
}

interface Options extends FilterOptions {
  readonly json?: true;
}

export const auditReplay: Verb = {
  name: "audit replay",
  summary: "say what a changed policy would have decided for the calls on record; runs nothing",
  example: "wardctl audit replay --guardfile git.kdl --since 30d",
  declare(command: Command) {
    command.option("--guardfile <file>", "judge by this file the calls that it has a say in");
    declareTimes(command);
    command.option("--json", "print counts and examples as JSON");
    declareTrail(command);
  },
  async run(command: Command) {
    const { guardfile, json, ...times } = command.opts<Options>();
    const { place, machine } = await trailOf(command);
    const ground = await groundOf(guardfile, machine);
    if (ground === null) return EXIT.badGuardfile;
    const filter = filterOf(times);
    const shown = shownRows(place);
    const report = new Report();
    const line = progressLine("replaying calls");
    await withTrail(place, async (files) => {
      for await (const batch of readCalls(files, line.tell)) {
        for (const entry of batch.entries) {
          if (entry.state === "policy-changed" || !filter.accepts(entry)) continue;
          report.add(entry, replay(entry, ground), shown.entry);
        }
      }
    });
    line.end();
    const result = report.result();
    await print(json ? jsonText(result) : renderReplay(result));
    return result.had_run > 0 ? EXIT.found : EXIT.ok;
  },
};
