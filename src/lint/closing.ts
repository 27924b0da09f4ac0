// A hazard that a leaf lets through → the sentence that closes it, and the block that it goes into.

import { quote } from "../language/sentence.ts";
import type { Fix } from "../model/finding.ts";
import type { Hazard } from "../model/hazard.ts";
import type { Leaf, Wrap } from "../model/policy.ts";
import { levelOf } from "./levels.ts";
import type { LintedLeaf } from "./linted-leaf.ts";
import { pinFor } from "./moot.ts";
import { offsetOf } from "./places.ts";

/**
 * Flags are denied in their grant. Under `*` a flag that only some subcommands mean ill is denied there alone, by a
 * `never`, so that the same letter of another one still passes; a passthrough and an `allow` list have no grants, so
 * they take it too.
 */
export function denyFix(
  linted: LintedLeaf,
  flags: readonly string[],
  extra: readonly string[],
): Fix {
  const { wrap, leaf } = linted;
  if (flags.includes("--")) {
    const text = 'deny-when any-arg matches "--"';
    return { text, into: wrap.form === "exec" ? inGrant(leaf) : null };
  }
  const isGrant = wrap.form === "exec";
  const everywhere =
    isGrant && leaf.isWholeBinary && extra.length > 0 ? alwaysMeantIll(linted, flags, extra) : null;
  if (isGrant && (everywhere === null || everywhere.length > 0)) {
    return { text: `deny-flag ${(everywhere ?? flags).map(quote).join(" ")}`, into: inGrant(leaf) };
  }
  const words = [...leaf.words, ...extra];
  const nevers = flags.map((flag) => `never run ${quote([...words, flag].join(" "))}`);
  return { text: nevers.join("; "), into: inWrap(wrap) };
}

/**
 * Of the flags of a subcommand, those long names that no subcommand reads as anything harmless; empty where they
 * would not close the others with them.
 */
function alwaysMeantIll(
  { facts, reached }: LintedLeaf,
  flags: readonly string[],
  extra: readonly string[],
): readonly string[] {
  const isHazard = (subcommand: string, flag: string) =>
    reached.some(({ hazard, extra: words }) => {
      const isThere = words.join(" ") === subcommand && hazard.names.includes(flag);
      return isThere && levelOf(hazard) !== null;
    });
  const readers = (flag: string) =>
    (facts?.subcommands ?? []).filter((sub) => sub.flags.some(({ names }) => names.includes(flag)));
  const long = flags.filter(
    (flag) => flag.length > 2 && readers(flag).every(({ name }) => isHazard(name, flag)),
  );
  const here = facts?.subcommands.find(({ name }) => name === extra.join(" "))?.flags ?? [];
  const isClosed = (flag: string) =>
    long.includes(flag) ||
    here.some(({ names }) => names.includes(flag) && names.some((name) => long.includes(name)));
  return flags.every(isClosed) ? long : [];
}

export function inGrant(leaf: Leaf): Fix["into"] {
  return { offset: leaf.span.start.offset };
}

export function inWrap(wrap: Wrap): Fix["into"] {
  return { offset: wrap.span.start.offset };
}

/** The block of the wrap's `exec`; a leaf with a `bin` of its own, or a wrap of another form, has none to write into. */
export function inExec(text: string, { wrap, leaf }: LintedLeaf): Fix["into"] {
  const { rule } = leaf.exec;
  if (wrap.form !== "exec" || !rule.text.startsWith("exec")) return null;
  return { offset: offsetOf(text, rule.line, rule.column) };
}

/** A sentence for the `exec`; where that sets the variable already, a person has to say which value is meant. */
function execFix(text: string, linted: LintedLeaf, sentence: string): Fix {
  const name = /^env (\S+)/.exec(sentence)?.[1];
  const isSet = linted.leaf.exec.env.some((rule) => rule.name === name);
  if (isSet) return { text: `${sentence}, in place of the value that it has`, into: null };
  return { text: sentence, into: inExec(text, linted) };
}

/** What a call showed about a hazard that no flag brings in. */
export interface Shown {
  /** The words that the caller added to the leaf's own. */
  readonly added: readonly string[];
  /** The rule that speaks of it. */
  readonly rule: string;
}

/** What makes a hazard moot that no flag brings in: a fixed word or variable, or at least what a person can do. */
export function remedyFix(text: string, linted: LintedLeaf, hazard: Hazard, shown: Shown): Fix {
  if (hazard.closedBy !== null) return denyFix(linted, [hazard.closedBy], []);
  const pin = pinFor(hazard, linted);
  const { leaf } = linted;
  if (pin?.kind === "exec") return execFix(text, linted, pin.sentence);
  if (pin && linted.wrap.form === "exec" && leaf.argv === null && !leaf.isWholeBinary) {
    const words = [...leaf.words, pin.flag].map(quote).join(" ");
    return { text: `argv ${words}`, into: inGrant(leaf) };
  }
  const removal = `remove \`${leaf.rule.text}\``;
  if (linted.wrap.form !== "exec") {
    const other =
      "grant it with `exec` and `can run`, where `allow-arg-re` or `sealed` can bound it";
    return { text: `${removal}, or ${other}`, into: null };
  }
  if (pin) return { text: `fix ${quote(pin.flag)} in \`argv\`, or ${removal}`, into: null };
  const ways = [...boundsOf(linted, hazard, shown), removal, ...purposeOf(linted, hazard, shown)];
  return { text: `${ways.slice(0, -1).join(", ")}, or ${ways.at(-1)}`, into: null };
}

/** What would bound the arguments or the input, and is not in place already. */
function boundsOf({ leaf, call }: LintedLeaf, { kind }: Hazard, { added }: Shown): string[] {
  const whole =
    kind === "positional" ? "the whole call" : `the whole call of \`${call.join(" ")}\``;
  const seal =
    leaf.argv === null
      ? `fix ${whole} with \`argv\` and \`sealed\``
      : "allow no argument with `sealed`";
  if (kind === "stdin") return ["give it no input with `stdin none`", seal];
  if (kind !== "positional" || added.length === 0) return [seal];
  const isShaped = leaf.patterns.length > 0;
  const shape = isShaped
    ? `narrow \`allow-arg-re\`, which lets \`${added.join(" ")}\` pass`
    : "say what the arguments may be with `allow-arg-re`";
  return [shape, seal];
}

/** What a leaf does with no word of the caller's, or with one that its pattern names, is what it was granted for, or should not be. */
function purposeOf({ leaf }: LintedLeaf, { kind }: Hazard, { added, rule }: Shown): string[] {
  const isChosen = added.length === 0 || leaf.patterns.length > 0;
  const isPurpose = (kind === "bare" || kind === "positional") && isChosen;
  if (!isPurpose || leaf.isWholeBinary) return [];
  return [`say that it is meant, and why: \`lint-allow ${rule} "reason"\``];
}
