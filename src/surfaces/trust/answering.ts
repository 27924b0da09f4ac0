// `wardctl trust allow|deny|ignore`: one file and a word of a person → the record, and what was recorded.

import { pinsDigest } from "../../host/pin-changes.ts";
import { screenSize } from "../../host/terminal.ts";
import { updateStore } from "../../host/trust-change.ts";
import { readStore } from "../../host/trust-store.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import type { TrustDecision } from "../../model/trust.ts";
import { folded } from "../../render/folded.ts";
import { jsonText } from "../../render/json.ts";
import { printable } from "../../render/printable.ts";
import { renderQuestion } from "../../render/question.ts";
import type { Machine } from "../machine.ts";
import { flawText } from "../overrule.ts";
import { complain, print } from "../stdio.ts";
import { recordAnswer } from "./answer.ts";
import { type TrustAround, trustAround } from "./around.ts";
import { findErrors } from "./found-errors.ts";
import { isOwn, ownDigest, recordOwn } from "./own.ts";
import { changedSince, pinnedLines, refusePins } from "./pinned.ts";
import { type Asked, askedOf, viewOf } from "./question-view.ts";
import { refuseUnseen } from "./recorder.ts";
import { machineIn, type Target, targetOfAnswer } from "./target.ts";

export interface AnswerOptions {
  readonly digest?: string;
  /** Of `allow`: the digest of the files behind the surface. */
  readonly pins?: string;
  readonly json?: true;
}

function storeOf(machine: Machine) {
  const { store } = trustAround(machine);
  if (store !== null) return store;
  throw new WardFault({
    code: "no-directory",
    exit: EXIT.ownFailure,
    message: "this user id has no entry in the password database, so there is no trust store",
  });
}

/** A file that is not valid has nothing to say yes to; to refuse it is always right. */
function nothingAsked({ read }: Target): Asked {
  return { read, digest: "", sites: [], pins: [] };
}

async function tell(target: Target, asked: Asked, decision: TrustDecision, isJson: boolean) {
  const { key } = target;
  const { digest, pins } = asked;
  const files = decision === "allow" ? { pins, pinsDigest: pinsDigest(pins) || null } : {};
  if (isJson) await print(jsonText({ path: key, decision, digest, ...files }));
  else complain(`wardctl: ${decision} is on record for ${printable(key)}`);
}

/**
 * Shows what an approval rests on: all of it on a terminal, else the files behind the surface.
 * @returns null where the approval may be recorded, else the exit code of the refusal, which has been said
 */
function showFiles(asked: Asked, options: AnswerOptions, around: TrustAround): number | null {
  const isShown = options.digest === undefined;
  const changes = changedSince(asked, around);
  const refused = refusePins(asked, changes, options.pins, isShown);
  if (refused !== null) return refused;
  if (!isShown) {
    if (!options.json) for (const line of pinnedLines(asked.pins, changes)) complain(line);
    return null;
  }
  const { text, isClipped } = renderQuestion(viewOf(asked, around));
  complain(folded(text, screenSize().columns));
  return isClipped ? EXIT.refused : null;
}

/** The user's own file: a yes opens it to agents as it is now, and needs what `wardctl check` needs. */
async function answerForOwn(
  decision: TrustDecision,
  target: Target,
  options: AnswerOptions,
  machine: Machine,
): Promise<number> {
  const errors = decision === "allow" ? await findErrors(target.read) : null;
  if (errors !== null) {
    complain(errors);
    return EXIT.badGuardfile;
  }
  const digest = ownDigest(target);
  const refused =
    refuseUnseen(decision, options.digest, digest, machine) ??
    refusePins({ pins: [] }, [], options.pins, true);
  if (refused !== null) return refused;
  recordOwn(storeOf(machine), target, decision);
  await tell(target, { ...nothingAsked(target), digest }, decision, options.json === true);
  return EXIT.ok;
}

/**
 * @param path as it was typed
 * @returns the exit code
 * @throws WardFault 64 and 125
 */
export async function answerFor(
  decision: TrustDecision,
  path: string | undefined,
  options: AnswerOptions,
  machine: Machine,
): Promise<number> {
  const target = await targetOfAnswer(path, machine);
  if (isOwn(target)) return answerForOwn(decision, target, options, machine);
  const there = machineIn(machine, target);
  const asked = askedOf(target.read, trustAround(there).pins);
  if (asked === null && decision === "allow") {
    complain(`wardctl: ${printable(flawText(target.read))}`);
    return EXIT.badGuardfile;
  }
  const known = asked ?? nothingAsked(target);
  const refused = refuseUnseen(decision, options.digest, known.digest, there);
  if (refused !== null) return refused;
  const unseen = decision === "allow" ? showFiles(known, options, trustAround(there)) : null;
  if (unseen !== null) return unseen;
  recordAnswer(storeOf(there), known, decision);
  await tell(target, known, decision, options.json === true);
  return EXIT.ok;
}

/**
 * Takes an answer back.
 * @param key of the record; the file may be gone
 */
export async function forgetAnswer(
  key: string,
  options: AnswerOptions,
  machine: Machine,
): Promise<number> {
  const store = storeOf(machine);
  const record = readStore(store).records.get(key);
  if (record === undefined) {
    complain(`wardctl: nothing is on record for ${printable(key)}`);
    return EXIT.found;
  }
  const refused = refuseUnseen("forget", options.digest, record.digest, machine);
  if (refused !== null) return refused;
  updateStore(store, (records) => new Map([...records].filter(([other]) => other !== key)));
  if (options.json) await print(jsonText({ path: key, forgotten: true }));
  else complain(`wardctl: nothing is on record for ${printable(key)} any more`);
  return EXIT.ok;
}
