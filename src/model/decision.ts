// The three things that can come of a call, each naming what decided it; only decide can make an Allow.

import type { Bounds, EnvironmentRule, Rule } from "./policy.ts";

/** Every reason for a refusal; the exit code follows from it (model/exit-codes.ts). */
export const REASONS = [
  "no-such-leaf",
  "never",
  "metachar",
  "limit",
  "guard",
  "flag-denied",
  "flag-not-allowed",
  "flag-pinned",
  "arg-shape",
  "sealed",
  "env",
  "untrusted",
  "bad-guardfile",
  "launcher",
] as const;
export type Reason = (typeof REASONS)[number];

/** What was typed, root word first; `notUtf8` lists the words whose bytes were not UTF-8. */
export interface Call {
  readonly words: readonly string[];
  readonly notUtf8?: readonly number[];
}

/** Exactly what would be spawned: `argv[0]` is the name in the Guardfile, the rest is handed over as it is. */
export interface Invocation {
  /** As the Guardfile names it: a bare name or an absolute path. */
  readonly bin: string;
  readonly argv: readonly string[];
  /** What a remote shell makes of the command, where one re-reads it; else null. */
  readonly remoteWords: readonly string[] | null;
  /** Variables set by the policy, with their values; audit rows carry the names alone. */
  readonly envSet: Readonly<Record<string, string>>;
  readonly environment: EnvironmentRule;
  /** Left out where the leaf has none. */
  readonly bounds?: Bounds;
}

/** One `shell` guard that was asked: its argv and the trimmed output. */
export interface ShellFact {
  readonly argv: readonly string[];
  readonly value: string;
}

interface Decided {
  /** Dotted name of the call for the audit trail: `ward.git.commit`. */
  readonly verb: string;
}

declare const minted: unique symbol;

export interface Allow extends Decided {
  readonly decision: "allow";
  readonly rule: Rule;
  readonly exec: Invocation;
  readonly shellFacts: readonly ShellFact[];
  /** Keeps an Allow that was not made by decide from compiling. */
  readonly [minted]: true;
}

export interface Denial extends Decided {
  readonly decision: "deny";
  readonly reason: Reason;
  /** Null where no sentence decided: there is no leaf. */
  readonly rule: Rule | null;
  /** One sentence, not yet escaped for a terminal. */
  readonly message: string;
  /** What to do next; null where there is nothing to say. */
  readonly remedy: string | null;
  /** The call that would pass here, as `ward git commit [flags except --amend]`; null where nothing would. */
  readonly allowedHere: string | null;
  readonly shellFacts: readonly ShellFact[];
  /** What `untrusted` rests on where it is more than an answer that is missing. */
  readonly standing?: "declined";
}

/** A provider's address, as `env NAME { value <provider> "<address>" }` gives it. */
export interface EnvNeed {
  readonly name: string;
  readonly provider: string;
  readonly address: string;
}

/** All that can be decided from the text was; these facts of the host would settle the rest. */
export interface Undecided extends Decided {
  readonly decision: "undecided";
  readonly rule: Rule;
  readonly message: string;
  readonly needs: {
    readonly shell: readonly (readonly string[])[];
    readonly env: readonly EnvNeed[];
  };
  /** What would run if those facts allow it; literal variables only. */
  readonly exec: Invocation;
}

export type Decision = Allow | Denial | Undecided;

/** What the host found out: a value, or why there is none. */
export type Answer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: string };

/** A private field cannot be made by anyone else, and asking for it costs nothing. */
class Minted {
  readonly #isMinted = true;
  static made(value: object): boolean {
    return #isMinted in value;
  }
}

/**
 * Turns a finished judgement into an Allow. Called by engine/decide.ts alone; the architecture test holds that.
 * @param judgement all fields of the Allow
 * @returns the same fields, frozen and known to `isMinted`
 */
export function mint(judgement: Omit<Allow, typeof minted>): Allow {
  return Object.freeze(Object.assign(new Minted(), judgement)) as unknown as Allow;
}

/** Whether this very object came from `mint`: the check at run time beside the one of the compiler. */
export function isMinted(allow: unknown): boolean {
  return typeof allow === "object" && allow !== null && Minted.made(allow);
}
