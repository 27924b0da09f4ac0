// A project's file that nobody has answered for → the question on this terminal, and the answer in the store.
import { type PersonsAnswer, personSaidYes } from "../../host/persons-answer.ts";
import { pinKey } from "../../host/pins.ts";
import type { Standing } from "../../host/standing.ts";
import { askTerminal, canAsk, screenSize } from "../../host/terminal.ts";
import { WardFault } from "../../model/fault.ts";
import type { TrustDecision } from "../../model/trust.ts";
import { folded } from "../../render/folded.ts";
import { printable } from "../../render/printable.ts";
import { renderQuestion } from "../../render/question.ts";
import type { ReadFile } from "../policy.ts";
import { complain } from "../stdio.ts";
import { recordAnswer } from "./answer.ts";
import type { TrustAround } from "./around.ts";
import { type Asked, askedOf, viewOf } from "./question-view.ts";
import type { Setting } from "./setting.ts";

export type Undecided = Extract<Standing, { kind: "undecided" }>;

/** What came of it: a token for this process, a no, or no answer at all. */
export type Heard = PersonsAnswer | "no" | "none";

/** The answer holds for this run, whether it could be kept or not. */
function keep(asked: Asked, decision: TrustDecision, { store }: TrustAround): void {
  try {
    if (store !== null) recordAnswer(store, asked, decision);
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    const hint = thrown.hint === undefined ? "" : `; ${thrown.hint}`;
    complain(
      `ward: ${printable(`the answer holds for this call and is not kept: ${thrown.message}${hint}`)}`,
    );
  }
}

/**
 * @returns `none` where there is no terminal, no person, too much to show, or no answer
 */
export async function askPerson(
  read: ReadFile,
  { around, machine }: Pick<Setting, "around" | "machine">,
): Promise<Heard> {
  if (around.store === null || !canAsk(machine.env, machine.signs)) return "none";
  const asked = askedOf(read, around.pins);
  if (asked === null) return "none";
  const { text, isClipped } = renderQuestion(viewOf(asked, around));
  const shown = folded(text, screenSize().columns);
  const answer = await askTerminal(shown, "Approve it? [y/N] ", !isClipped);
  if (answer === "none") return "none";
  keep(asked, answer === "yes" ? "allow" : "deny", around);
  if (answer === "no") return "no";
  return personSaidYes({ realpath: read.realpath, digest: asked.digest }, asked.pins.map(pinKey));
}
