// A project's file that nobody has answered for → the question on this terminal, and the answer in the store.
import { type PersonsAnswer, personSaidYes } from "../../host/persons-answer.ts";
import { pinKey } from "../../host/pins.ts";
import { approvedElsewhere, type Standing } from "../../host/standing.ts";
import { askTerminal, canAsk } from "../../host/terminal.ts";
import { readStore } from "../../host/trust-store.ts";
import { WardFault } from "../../model/fault.ts";
import type { TrustDecision } from "../../model/trust.ts";
import { printable } from "../../render/printable.ts";
import { type QuestionView, renderQuestion } from "../../render/question.ts";
import type { ReadFile } from "../policy.ts";
import { complain } from "../stdio.ts";
import { recordAnswer } from "./answer.ts";
import type { TrustAround } from "./around.ts";
import { type Asked, askedOf, questionView } from "./question-view.ts";
import type { Setting } from "./setting.ts";

export type Undecided = Extract<Standing, { kind: "undecided" }>;

/** What came of it: a token for this process, a no, or no answer at all. */
export type Heard = PersonsAnswer | "no" | "none";

/** All that can be said about a file that is undecided; null where it has no surface to answer for. */
export function viewOf(
  read: ReadFile,
  standing: Undecided,
  around: TrustAround,
): { asked: Asked; view: QuestionView } | null {
  const asked = askedOf(read, around.pins);
  if (asked === null) return null;
  const { records } = readStore(around.store);
  const view = questionView(asked, {
    context: around.pins,
    earlier: standing.earlier,
    changedPins: standing.changed,
    approvedAt: approvedElsewhere(records, asked.digest, read.realpath),
    storeFile: around.store?.file ?? "nowhere",
  });
  return { asked, view };
}

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
  standing: Undecided,
  { around, machine }: Pick<Setting, "around" | "machine">,
): Promise<Heard> {
  if (around.store === null || !canAsk(machine.env, machine.signs)) return "none";
  const found = viewOf(read, standing, around);
  if (found === null) return "none";
  const { asked, view } = found;
  const { text, isClipped } = renderQuestion(view);
  const answer = await askTerminal(text, "Approve it? [y/N] ", !isClipped);
  if (answer === "none") return "none";
  keep(asked, answer === "yes" ? "allow" : "deny", around);
  if (answer === "no") return "no";
  return personSaidYes({ realpath: read.realpath, digest: asked.digest }, asked.pins.map(pinKey));
}
