// What became of a call → one line on the descriptor that was given for it, also where ward could not do its own part.
import type { OutcomePlace } from "../host/outcome-fd.ts";
import { endedByFault } from "../host/outcomes.ts";
import { WardFault } from "../model/fault.ts";
import type { Outcome } from "../model/outcome.ts";
import { setupFailure } from "../model/refused-outcome.ts";
import { printable } from "../render/printable.ts";
import type { Answered } from "./answer-call.ts";
import { complain } from "./stdio.ts";

/** Where a bug is thrown nobody knows whether something was started, and the outcome does not say. */
function outcomeOfThrown(thrown: unknown): Outcome {
  if (thrown instanceof WardFault) return endedByFault(thrown).outcome;
  const { launched: _, ...unknown } = setupFailure();
  return unknown;
}

async function tell(place: OutcomePlace, outcome: Outcome): Promise<void> {
  const { writeOutcome } = await import("../host/outcome-fd.ts");
  const problem = writeOutcome(place, outcome);
  if (problem !== null) complain(`ward: ${printable(problem)}`);
}

/**
 * @param place where the outcome goes; null where nobody asked for it
 * @param body answers the call and closes its row
 * @returns the exit code of the body, whether its outcome could be told or not
 * @throws what the body throws, told before
 */
export async function tellOutcome(
  place: OutcomePlace | null,
  body: () => Promise<Answered>,
): Promise<number> {
  if (place === null) return (await body()).exitCode;
  try {
    const { exitCode, outcome } = await body();
    if (outcome !== null) await tell(place, outcome);
    return exitCode;
  } catch (thrown) {
    await tell(place, outcomeOfThrown(thrown));
    throw thrown;
  }
}
