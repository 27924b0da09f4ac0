// A yes that a person gave on this terminal, bound to what he was shown.

import type { Questioned } from "./standing.ts";

declare const given: unique symbol;

/** Only the question makes one; it holds for one file at one digest with these pins, in this process. */
export interface PersonsAnswer {
  readonly realpath: string;
  readonly digest: string;
  readonly pins: readonly string[];
  readonly [given]: true;
}

const answers = new WeakSet<PersonsAnswer>();

/**
 * Called where a person has just said yes, and nowhere else; the architecture test holds that.
 * @param shown what the question was about
 * @param pins keys of all pins that were shown
 */
export function personSaidYes(
  shown: Pick<Questioned, "realpath" | "digest">,
  pins: readonly string[],
): PersonsAnswer {
  const { realpath, digest } = shown;
  const answer = Object.freeze({ realpath, digest, pins }) as PersonsAnswer;
  answers.add(answer);
  return answer;
}

/**
 * @param answer or null
 * @param asked what is to run
 * @param pins keys of the pins of its sites, as they are now
 * @returns whether a person was shown exactly this
 */
export function isAnswerTo(
  answer: PersonsAnswer | null,
  asked: Pick<Questioned, "realpath" | "digest">,
  pins: readonly string[],
): boolean {
  if (answer === null || !answers.has(answer)) return false;
  const isSame = answer.realpath === asked.realpath && answer.digest === asked.digest;
  return isSame && pins.every((pin) => answer.pins.includes(pin));
}
