// What is recorded and shown of a call: its own words, with every secret among them replaced.
import { redactCall, redactWords } from "../engine/redact.ts";
import { isSuspect, type Mark, redactText } from "../engine/secret-text.ts";
import type { Call, Denial, ShellFact } from "../model/decision.ts";
import type { Outcome } from "../model/outcome.ts";
import { catalogue } from "./catalogue.ts";
import type { Policy } from "./policy.ts";

/** Shorter ones are replaced only where they stand in quotes: anywhere else they may be a part of any word. */
const LEAST_LENGTH = 4;

/** A call as it may be kept and shown. */
export interface Shown {
  readonly words: readonly string[];
  /** What would run; null where nothing would. */
  readonly argv: readonly string[] | null;
  /** Takes a sentence of ours that may quote the call's words. */
  sentence(text: string): string;
}

/**
 * @param policy that the call was judged by
 * @param argv that would run for it; null where nothing would
 * @param mark of the trail
 * @throws WardFault `redaction-key`, exit 125, where something is secret and there can be no key
 */
export function shown(
  { tree }: Pick<Policy, "tree">,
  { words }: Call,
  argv: readonly string[] | null,
  mark: Mark,
): Shown {
  const secrets = new Map<string, string>();
  const noting = (secret: string) => {
    const text = mark(secret);
    secrets.set(secret, text);
    return text;
  };
  const redacted = redactCall(tree, words, argv, catalogue, noting);
  const longest = () => [...secrets].toSorted(([a], [b]) => b.length - a.length);
  return {
    words: redacted.words,
    argv: redacted.argv,
    sentence: (text) =>
      longest().reduce((sentence, [secret, instead]) => {
        if (secret.length >= LEAST_LENGTH) return sentence.replaceAll(secret, () => instead);
        return sentence.replaceAll(`\`${secret}\``, () => `\`${instead}\``);
      }, text),
  };
}

/** A denial and its call as the caller, the record and every report may have them. */
export function shownDenial(
  policy: Pick<Policy, "tree">,
  call: Call,
  denial: Denial,
  mark: Mark,
): { call: Call; denial: Denial } {
  const { words, sentence } = shown(policy, call, null, mark);
  const { message, remedy } = denial;
  return {
    call: { ...call, words },
    denial: {
      ...denial,
      message: sentence(message),
      remedy: remedy === null ? null : sentence(remedy),
      shellFacts: shownFacts(denial.shellFacts, mark),
    },
  };
}

/** The argv and answers of `shell` guards. */
export function shownFacts(facts: readonly ShellFact[], mark: Mark): readonly ShellFact[] {
  return facts.map(({ argv, value }) => {
    const words = redactWords(argv, argv[0] ?? null, mark);
    return { argv: words, value: redactText(value, mark) };
  });
}

/** An outcome as the record may have it. */
export function shownOutcome(outcome: Outcome, mark: Mark): Outcome {
  // The words that every outcome has are no secrets: of a plain end nothing else is looked at.
  if (!Object.values(outcome).some(mayHoldSecret)) return outcome;
  const safe = (_: string, value: unknown) =>
    typeof value === "string" ? redactText(value, mark) : value;
  return JSON.parse(JSON.stringify(outcome), safe) as Outcome;
}

function mayHoldSecret(value: unknown): boolean {
  if (typeof value === "string") return isSuspect(value);
  return typeof value === "object" && value !== null && Object.values(value).some(mayHoldSecret);
}
