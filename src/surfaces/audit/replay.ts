// A recorded call and another policy → what that policy would have decided for it.
//
// - What a `shell` guard answered then is what it answers now; providers of variables are taken to answer.
// - Where a word is redacted, the call is tried with several words in its place: only what holds for all of them is decided.
// - A call that was not decided by its words (no trust, a broken file), or by a project's file elsewhere, is not replayed.
import { decide } from "../../engine/decide.ts";
import { type Facts, shellKey } from "../../engine/facts.ts";
import type { LeafTree } from "../../engine/tree.ts";
import type { DecidedRow } from "../../model/audit-row.ts";
import type { Answer, Decision } from "../../model/decision.ts";
import type { Guard } from "../../model/policy.ts";
import type { RecordedCall } from "../../model/trail.ts";
import { reachedWrap } from "../facts.ts";

export type Verdict =
  | "unchanged"
  | "newly-refused"
  | "newly-allowed"
  | "undecidable"
  | "not-replayed";

export interface Replayed {
  readonly verdict: Verdict;
  /** What decides it now, or why that can't be said. */
  readonly why: string;
  /** Whether the call started something then. */
  readonly hadRun: boolean;
}

/** What is judged by. */
export interface Ground {
  readonly tree: LeafTree;
  readonly facts: Facts;
  /** Real paths of the files that are mounted; null where one given file alone is asked about. */
  readonly files: ReadonlySet<string> | null;
}

const MARK = /\[redacted \d+ [0-9a-f]{8}\]/;
const MARKS = /\[redacted (\d{1,7}) [0-9a-f]{8}\]/g;
/** Decided by something else than the words of the call. */
const NOT_BY_WORDS: ReadonlySet<string | null> = new Set(["untrusted", "bad-guardfile", "env"]);
const PLAIN_TRUST: ReadonlySet<string | null> = new Set(["installed", null]);
const MOST_TRIES = 24;

function isElsewhere({ trust, guardfile, reason }: DecidedRow, { files }: Ground): boolean {
  if (NOT_BY_WORDS.has(reason)) return true;
  return files !== null && !PLAIN_TRUST.has(trust) && !files.has(guardfile ?? "");
}

/** The answers on record; a redacted one is none. */
function answers({ shell_facts }: DecidedRow): ReadonlyMap<string, Answer> {
  const whole = shell_facts.filter((fact) => !MARK.test(JSON.stringify(fact)));
  return new Map(whole.map(({ argv, value }) => [shellKey(argv), { ok: true, value }]));
}

function globsOf({ tree }: Ground, words: readonly string[]): string[] {
  const guards = reachedWrap(tree, words).flatMap((wrap) => [
    ...wrap.guards,
    ...wrap.leaves.flatMap((leaf) => leaf.guards),
  ]);
  return [...new Set(guards.flatMap(({ globs }: Guard) => globs))];
}

/** What a redacted part of a word may have been, as far as a rule can tell it from another: as globs. */
function tries(ground: Ground, words: readonly string[]): string[] {
  const globs = globsOf(ground, words);
  const behindKnown = words.flatMap((word) => {
    const known = word.slice(0, word.search(MARK)).toLowerCase();
    return globs.flatMap((glob) =>
      known !== "" && glob.toLowerCase().startsWith(known) ? [glob.slice(known.length)] : [],
    );
  });
  return [...new Set(["*", "$*", "-*", "../*", ...globs, ...behindKnown])].slice(0, MOST_TRIES);
}

/** A text of this length that a glob matches; null where none can. */
function matching(glob: string, length: number): string | null {
  const literal = glob.replaceAll("*", "");
  if (literal.length > length) return null;
  if (!glob.includes("*")) return literal.length === length ? literal : null;
  return glob.replace("*", "x".repeat(length - literal.length)).replaceAll("*", "");
}

function decisions(words: readonly string[], row: DecidedRow, ground: Ground): Decision[] {
  const facts = { ...ground.facts, shell: answers(row) };
  if (!words.some((word) => MARK.test(word))) return [decide(ground.tree, { words }, facts)];
  return tries(ground, words).map((glob) => {
    const guessed = words.map((word) =>
      word.replace(MARKS, (_, length: string) => {
        return matching(glob, Number(length)) ?? "x".repeat(Number(length));
      }),
    );
    return decide(ground.tree, { words: guessed }, facts);
  });
}

/** `allow`, a reason, or null where an answer of the host is missing. */
function outcomeOf(decision: Decision): string | null {
  if (decision.decision === "deny") return decision.reason;
  const isOpen = decision.decision === "undecided" && decision.needs.shell.length > 0;
  return isOpen ? null : "allow";
}

function whyOf(decision: Decision | undefined): string {
  if (decision?.decision !== "deny") return decision?.rule?.text ?? "";
  const { message, rule } = decision;
  return rule === null ? message : `${message} (${rule.file}:${rule.line})`;
}

function undecidable(why: string, hadRun: boolean): Replayed {
  return { verdict: "undecidable", why, hadRun };
}

/**
 * @param call with its decision; one whose decision is not on record is not replayed
 * @param ground the other policy
 */
export function replay({ decided, finished, state }: RecordedCall, ground: Ground): Replayed {
  const hadRun = state !== "refused" && (finished?.launched ?? true);
  if (decided === null || isElsewhere(decided, ground)) {
    return {
      verdict: "not-replayed",
      why: "it was not decided by words and a policy of here",
      hadRun,
    };
  }
  const { argv } = decided;
  if ("head" in argv) return undecidable("its words are not all on record", hadRun);
  if (ground.files === null && reachedWrap(ground.tree, argv).length === 0) {
    return { verdict: "not-replayed", why: "the file has no say in it", hadRun };
  }
  const all = decisions(argv, decided, ground);
  const outcomes = new Set(all.map(outcomeOf));
  const isShape = all.length > 1 && outcomes.has("arg-shape");
  if (outcomes.size > 1 || isShape) return undecidable("it hangs on a redacted word", hadRun);
  const [now = null] = outcomes;
  if (now === null) return undecidable("a shell guard was not asked then", hadRun);
  const isAllowed = now === "allow";
  const wasAllowed = decided.decision === "allow";
  const why = whyOf(all[0]);
  if (isAllowed === wasAllowed) return { verdict: "unchanged", why, hadRun };
  return { verdict: isAllowed ? "newly-allowed" : "newly-refused", why, hadRun };
}
