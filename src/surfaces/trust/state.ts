// A Guardfile as it is now → which step of the resolution would decide a call of it here.
import { approvedElsewhere, type Standing } from "../../host/standing.ts";
import { canAsk } from "../../host/terminal.ts";
import { readStore } from "../../host/trust-store.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { Machine } from "../machine.ts";
import { trustAround } from "./around.ts";
import { isOwn, ownStanding } from "./own.ts";
import { type Asked, askedOf, standingOfAll } from "./question-view.ts";
import { machineIn, type Target } from "./target.ts";

/** The five steps: nothing to decide, the environment, a record, a terminal that is asked, refusal. */
export type Step = "nothing" | "environment" | "record" | "terminal" | "refuse";

export interface State {
  readonly target: Target;
  /** `installed` for one of the user's own files, which no question stands before. */
  readonly step: Step | "installed";
  readonly isAgent: boolean;
  /** Of a file of the user's, what agents have leave for; null for a project's file without a surface. */
  readonly standing: Standing | null;
  readonly asked: Asked | null;
  readonly approvedAt: string | null;
  readonly warnings: readonly string[];
}

function stepOf(standing: Standing | null, isGiven: boolean, machine: Machine): Step {
  if (standing === null) return "nothing";
  if (isGiven) return "environment";
  if (standing.kind !== "undecided") return "record";
  return canAsk(machine.env, machine.signs) ? "terminal" : "refuse";
}

/**
 * @returns what would decide; nothing is asked, run or written
 * @throws WardFault 125 where the store is refused
 */
export function stateOf(target: Target, machine: Machine): State {
  const around = trustAround(machineIn(machine, target));
  const reading = readStore(around.store);
  const { warnings } = reading;
  if (isOwn(target)) {
    const standing = ownStanding(target, reading);
    const { isAgent } = around;
    return {
      target,
      step: "installed",
      isAgent,
      standing,
      asked: null,
      approvedAt: null,
      warnings,
    };
  }
  const asked = askedOf(target.read, around.pins);
  const standing = asked === null ? null : standingOfAll(asked, reading);
  const step = stepOf(standing, around.optIn.isGiven, machine);
  const approvedAt =
    asked && approvedElsewhere(reading.records, asked.digest, target.read.realpath);
  return { target, step, isAgent: around.isAgent, standing, asked, approvedAt, warnings };
}

/** 0 where a call may run, 77 where it is refused, 1 where nobody has decided. */
export function exitOfState({ target, step, isAgent, standing }: State): number {
  if (target.read.guardfile === null) return EXIT.badGuardfile;
  if (step === "nothing" || step === "environment") return EXIT.ok;
  if (step === "installed") {
    return isAgent && standing?.kind !== "allowed" ? EXIT.refused : EXIT.ok;
  }
  if (step !== "record") return EXIT.found;
  return standing?.kind === "allowed" ? EXIT.ok : EXIT.refused;
}
