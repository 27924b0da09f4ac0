// `wardctl trust review`: the whole surface of a file, page by page, then the question; what changed meanwhile is not approved.
import { pathWord } from "../../host/path-word.ts";
import { pinKey } from "../../host/pins.ts";
import { askTerminal, canAsk, pageTerminal, screenSize } from "../../host/terminal.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { folded } from "../../render/folded.ts";
import { printable } from "../../render/printable.ts";
import { renderWholeQuestion } from "../../render/question.ts";
import type { Machine } from "../machine.ts";
import { readPolicy } from "../read-policy.ts";
import { complain } from "../stdio.ts";
import { recordAnswer } from "./answer.ts";
import { trustAround } from "./around.ts";
import { findErrors } from "./found-errors.ts";
import { isOwn, recordOwn } from "./own.ts";
import { type Asked, askedOf, viewOf } from "./question-view.ts";
import { refuseAgent } from "./recorder.ts";
import { policyWith } from "./setting.ts";
import { machineIn, type Target, targetsOf } from "./target.ts";

/** Wraps that would not be mounted, since a higher place has their group. */
async function hiddenLines(target: Target, machine: Machine): Promise<readonly string[]> {
  const policy = await readPolicy(machine);
  const mine = policy.files.filter(({ realpath }) => realpath === target.read.realpath);
  const { hidden } = policyWith(policy, mine);
  return hidden
    .filter(({ file }) => mine.some((read) => read.file === file))
    .map(({ wrap, by }) => `  not served: ${wrap.path.join(" ")}, since ${by.file} comes first`)
    .map(printable);
}

function isUnchanged(asked: Asked, now: Asked | null): boolean {
  if (now === null || now.digest !== asked.digest) return false;
  if (now.read.place === "user" && now.read.sha256 !== asked.read.sha256) return false;
  return JSON.stringify(now.pins.map(pinKey)) === JSON.stringify(asked.pins.map(pinKey));
}

async function reviewOne(target: Target, machine: Machine): Promise<number> {
  const errors = await findErrors(target.read);
  if (errors !== null) {
    complain(errors);
    return EXIT.badGuardfile;
  }
  const there = machineIn(machine, target);
  const around = trustAround(there);
  const asked = askedOf(target.read, around.pins);
  if (asked === null && isOwn(target)) {
    const allow = `wardctl trust allow ${pathWord(target.path)}`;
    complain(`wardctl: ${printable(`${target.path} names no program; read it, then: ${allow}`)}`);
    return EXIT.found;
  }
  if (asked === null || around.store === null) {
    complain(`wardctl: ${printable(target.key)} can't be answered for`);
    return EXIT.badGuardfile;
  }
  const hidden = await hiddenLines(target, machine);
  const text = [renderWholeQuestion(viewOf(asked, around)), ...hidden].join("\n");
  if (!(await pageTerminal(folded(text, screenSize().columns)))) return EXIT.found;
  const answer = await askTerminal("", "Approve it? [y/N] ", true);
  if (answer === "none") return EXIT.found;
  const [again] = await targetsOf(target.path, machine);
  const now = again === undefined ? null : askedOf(again.read, around.pins);
  if (now === null || !isUnchanged(asked, now)) {
    complain(
      `wardctl: refused: ${printable(target.key)} changed while it was read; nothing is recorded`,
    );
    return EXIT.refused;
  }
  const decision = answer === "yes" ? "allow" : "deny";
  if (isOwn(target)) recordOwn(around.store, { ...target, read: now.read }, decision);
  else recordAnswer(around.store, now, decision);
  const word = answer === "yes" ? "approved" : "declined";
  complain(
    `wardctl: ${printable(target.key)} is ${word}; ${printable(around.store.file)} has it on record`,
  );
  return answer === "yes" ? EXIT.ok : EXIT.refused;
}

/**
 * @param path as it was typed; without one, every Guardfile of the project around here
 * @returns 0 approved, 77 declined or refused, 1 no answer, 78 where a file is not valid
 * @throws WardFault 64 and 125
 */
export async function review(path: string | undefined, machine: Machine): Promise<number> {
  const refused = refuseAgent("trust review", machine);
  if (refused !== null) return refused;
  if (!canAsk(machine.env, machine.signs)) {
    complain(
      "wardctl: refused: a review needs a terminal to ask on; `wardctl trust status` shows the state",
    );
    return EXIT.refused;
  }
  let exit: number = EXIT.ok;
  for (const target of await targetsOf(path, machine)) {
    exit = Math.max(exit, await reviewOne(target, machine));
  }
  return exit;
}
