// Carries out what was allowed: prepares the run, waits for its end, and puts both on record and before the person.
import { droppedLocale, droppedTargets } from "../engine/environment.ts";
import { type Mark, redactText } from "../engine/secret-text.ts";
import { closeRow } from "../host/audit.ts";
import type { Grant } from "../host/authorize.ts";
import type { OpenRow } from "../host/open-row.ts";
import { type Ended, endedByFault } from "../host/outcomes.ts";
import { type Prepared, prepare } from "../host/prepare.ts";
import { type RunOptions, run } from "../host/run.ts";
import { SignalWatch } from "../host/signals.ts";
import type { Allow } from "../model/decision.ts";
import { WardFault } from "../model/fault.ts";
import { renderFault } from "../render/fault.ts";
import { printable } from "../render/printable.ts";
import { catalogue } from "./catalogue.ts";
import { runFacts } from "./facts.ts";
import type { Machine } from "./machine.ts";
import { shownOutcome } from "./redaction.ts";
import { complain } from "./stdio.ts";

/** A run that can start, or why it can't; from now on ward's signals are watched. */
export type Plan = { readonly watch: SignalWatch } & (
  | { readonly prepared: Prepared; readonly fault: null }
  | { readonly prepared: null; readonly fault: WardFault }
);

/** A variable that would have chosen another cluster, account or language must not go missing in silence. */
function nameDropped({ exec }: Allow, { environment }: Prepared): void {
  const { dropped } = environment;
  const tell = (name: string, why: string) => {
    const remedy = `\`environment { keep "${name}" }\` in the policy passes it on`;
    complain(
      `ward: ${printable(`${name} is set${why} and not passed on to ${exec.bin}; ${remedy}`)}`,
    );
  };
  for (const name of droppedTargets(dropped, catalogue(exec.bin))) tell(name, "");
  for (const name of droppedLocale(dropped, exec.environment))
    tell(name, " to what can name a file (it holds a `/` or begins with `:`)");
}

/**
 * Finds the binary and makes the environment; a missing binary is a part of the plan, since it goes on record too.
 * @param grant of the leaf's own file
 * @throws Error without one: then nobody has decided that this may run
 */
export function prepareRun(allow: Allow, grant: Grant | null, machine: Machine): Plan {
  const watch = new SignalWatch();
  try {
    const prepared = prepare(allow, grant, runFacts(allow.exec, machine));
    nameDropped(allow, prepared);
    return { watch, prepared, fault: null };
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return { watch, prepared: null, fault: thrown };
  }
}

/** Runs the plan under its open row. */
export async function carryOut(
  allow: Allow,
  plan: Plan,
  row: OpenRow,
  options: RunOptions = {},
): Promise<Ended> {
  const notify = (line: string) => complain(`ward: ${printable(line)}`);
  if (plan.prepared !== null) {
    return run(allow, plan.prepared, row, plan.watch, { notify, ...options });
  }
  plan.watch.close();
  return endedByFault(plan.fault, allow.verb);
}

/**
 * Closes the row and says what went wrong.
 * @param mark of the trail
 * @returns the end as it is on record, even where it could not be put there
 */
export function finish(row: OpenRow, ended: Ended, mark: Mark): Ended {
  const { outcome, stderrTail } = ended;
  const tail = stderrTail === undefined ? undefined : redactText(stderrTail, mark);
  const told = shownOutcome(outcome, mark);
  const unwritten = closeRow(row, told, tail);
  for (const fault of [ended.fault, unwritten]) {
    if (fault !== null) complain(renderFault("ward", fault));
  }
  return { ...ended, outcome: told };
}
