// Why a call is not trusted → the denial that says so, with the ways to answer.
import type { Forbidden } from "../../host/authorize.ts";
import { pathWord } from "../../host/path-word.ts";
import type { Standing } from "../../host/standing.ts";
import type { Denial, Reason } from "../../model/decision.ts";

export interface Refused {
  readonly verb: string;
  /** The project's or user's file. */
  readonly file: string;
  readonly storeFile: string;
  /** The marker that is set where an agent is typing; else null. */
  readonly marker: string | null;
}

function denial(verb: string, reason: Reason, message: string, remedy: string | null): Denial {
  const nothing = { rule: null, allowedHere: null, shellFacts: [] };
  return { decision: "deny", verb, reason, message, remedy, ...nothing };
}

const VOUCH = "set WARD_TRUST_EXEC=1 if whoever configured this environment trusts the project";

/** How a person answers; an agent can only ask for it. */
function howToAnswer({ file, marker }: Refused): string {
  const review = `\`wardctl trust review ${pathWord(file)}\``;
  if (marker !== null) return `ask the person to read and answer it with ${review}`;
  const allow = `\`wardctl trust allow ${pathWord(file)} --digest …\``;
  const unseen = `where there is none, ${allow} takes the digest that \`wardctl trust status\` prints`;
  return `run it once on a terminal, or answer with ${review}; ${unseen}; or ${VOUCH}`;
}

type Undecided = Extract<Standing, { kind: "undecided" }>;

/** What is known of earlier answers, as the end of a sentence. */
function since({ earlier, isLapsed, changed }: Undecided): string {
  const [pin] = changed;
  if (pin !== undefined) {
    return `: ${pin.realpath ?? pin.path} is not the ${pin.role} that was approved`;
  }
  if (isLapsed) return ": the rules for approvals got stricter after it was, so it is asked again";
  return earlier === null ? "" : ": it is not what was answered for before";
}

/**
 * Nobody has answered for this file as it is now.
 * @param elsewhere another path at which this very surface is approved; null where there is none
 */
export function undecidedDenial(
  refused: Refused,
  standing: Undecided,
  elsewhere: string | null,
): Denial {
  const same =
    elsewhere === null
      ? ""
      : `; the same surface is approved at ${elsewhere}, which is no answer here`;
  const message = `${refused.file} of this project is not approved${since(standing)}${same}`;
  return denial(refused.verb, "untrusted", message, howToAnswer(refused));
}

/** A person has said no. */
export function declinedDenial(refused: Refused, kind: "declined" | "ignored"): Denial {
  const { file, storeFile, marker } = refused;
  const isIgnored = kind === "ignored";
  const message = `${file} of this project was ${isIgnored ? "set to be ignored" : "declined"}, as ${storeFile} has it on record`;
  const again = isIgnored
    ? `\`wardctl trust forget ${pathWord(file)}\` takes that back`
    : `\`wardctl trust review ${pathWord(file)}\` answers again, or delete its entry in ${storeFile}`;
  const remedy = marker === null ? again : `ask the person: ${again}`;
  return { ...denial(refused.verb, "untrusted", message, remedy), standing: "declined" };
}

/** What an agent calls has to be as a person recorded it. */
export function unrecordedDenial({ verb, file, marker }: Refused): Denial {
  const message = `${file} is not recorded as it is now, and an agent is typing (${marker} is set)`;
  const check = "a person who has read it runs `wardctl check` on a terminal of their own";
  return denial(verb, "untrusted", message, check);
}

/** No answer makes this run. */
export function forbiddenDenial({ verb, file }: Refused, { problem, remedy }: Forbidden): Denial {
  const message = `${problem} (${file}); no approval makes it run`;
  return denial(verb, "launcher", message, remedy);
}

/** The store itself is not to be believed. */
export function storeDenial(verb: string, message: string, hint: string | undefined): Denial {
  return denial(verb, "untrusted", message, hint ?? null);
}
