// A project's file that nobody has answered for → the question on this terminal, and the answer in the store.
import { type PersonsAnswer, personSaidYes } from "../../host/persons-answer.ts";
import { pinKey } from "../../host/pins.ts";
import type { Standing } from "../../host/standing.ts";
import { askTerminal, canAsk, screenSize } from "../../host/terminal.ts";
import type { StorePlace } from "../../host/trust-place.ts";
import { readStore } from "../../host/trust-store.ts";
import { WardFault } from "../../model/fault.ts";
import type { TrustDecision } from "../../model/trust.ts";
import { folded } from "../../render/folded.ts";
import { printable } from "../../render/printable.ts";
import { renderQuestion } from "../../render/question.ts";
import type { ReadFile } from "../policy.ts";
import { complain } from "../stdio.ts";
import { recordReply } from "./answer.ts";
import { type Asked, askedOf, viewOf } from "./question-view.ts";
import type { Setting } from "./setting.ts";

export type Undecided = Extract<Standing, { kind: "undecided" }>;

/** What came of it: a token for this process, a no, or no answer at all. */
export type Heard = PersonsAnswer | "no" | "none";

/**
 * The answer holds for this run, whether it could be kept or not.
 * @returns false where somebody has refused the file while the question was open
 */
function keep(
  asked: Asked,
  decision: TrustDecision,
  store: StorePlace,
  before: string | null,
): boolean {
  try {
    return recordReply(store, asked, decision, before);
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    // What can't be believed decides nothing: the call is refused for it, with the reason.
    if (thrown.code === "store-refused") return true;
    const hint = thrown.hint === undefined ? "" : `; ${thrown.hint}`;
    complain(
      `ward: ${printable(`the answer holds for this call and is not kept: ${thrown.message}${hint}`)}`,
    );
    return true;
  }
}

/**
 * @returns `none` where there is no terminal, no person, too much to show, or no answer
 */
export async function askPerson(
  read: ReadFile,
  { around, machine }: Pick<Setting, "around" | "machine">,
): Promise<Heard> {
  const { store } = around;
  if (store === null || !canAsk(machine.env, machine.signs)) return "none";
  const before = readStore(store).records.get(read.realpath)?.recordedAt ?? null;
  const asked = askedOf(read, around.pins);
  if (asked === null) return "none";
  const { text, isClipped } = renderQuestion(viewOf(asked, around));
  const shown = folded(text, screenSize().columns);
  const answer = await askTerminal(shown, "Approve it? [y/N] ", !isClipped);
  if (answer === "none") return "none";
  const counts = keep(asked, answer === "yes" ? "allow" : "deny", store, before);
  if (answer === "no" || !counts) return "no";
  return personSaidYes({ realpath: read.realpath, digest: asked.digest }, asked.pins.map(pinKey));
}
