// The hazards that a Guardfile's leaves let through → findings; the rules of single effects share this.

import type { Severity } from "../model/diagnostic.ts";
import { CLOSED_OTHERWISE, type Finding } from "../model/finding.ts";
import type { Hazard } from "../model/hazard.ts";
import type { Leaf } from "../model/policy.ts";
import { firstAllowed } from "./attempt.ts";
import { denyFix, remedyFix } from "./closing.ts";
import { levelHere } from "./levels.ts";
import type { LintedLeaf } from "./linted-leaf.ts";
import { isMoot } from "./moot.ts";
import { spanOfRule } from "./places.ts";
import type { Reached } from "./position.ts";
import type { Subject } from "./rule.ts";
import { flagSpellings, isFixedWhole, operandSpellings } from "./spellings.ts";

/** The rule that speaks of a hazard on this leaf. */
export function ruleOf(hazard: Hazard, leaf: Leaf): string {
  if (hazard.rule !== null) return hazard.rule;
  if (hazard.kind === "stdin" && hazard.effect === "exec") return "stdin-program";
  const isDenied = leaf.denyFlags.some(({ flag }) => hazard.names.includes(flag));
  if (hazard.kind === "flag" && isDenied) return "deny-list-incomplete";
  if (hazard.closedBy !== null && leaf.allowFlags.length > 0) return "dashless-open";
  return `hazard-${hazard.effect}`;
}

/** @returns a finding for each hazard of the rule that some spelling really gets through */
export function findHazards(subject: Subject, rule: string): readonly Finding[] {
  return subject.leaves.flatMap((linted) => {
    const found = linted.reached.flatMap((reached) => {
      const { hazard } = reached;
      if (ruleOf(hazard, linted.leaf) !== rule || isMoot(hazard, linted)) return [];
      const severity = levelHere(hazard, linted);
      const finding = severity && look(subject, linted, reached, severity);
      return finding ? [{ says: hazard.says, finding: { ...finding, rule } }] : [];
    });
    return gravestOf(found);
  });
}

interface Said {
  readonly says: string;
  readonly finding: Finding;
}

/** The same of the same call, as what its last word brings and as what it does by itself, is told once. */
function gravestOf(found: readonly Said[]): readonly Finding[] {
  const gravest = new Map<string, Finding>();
  for (const { says: text, finding } of found) {
    const key = JSON.stringify([text, finding.argv, finding.flags]);
    const other = gravest.get(key);
    const isGraver =
      !other || SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(other.severity);
    if (isGraver) gravest.set(key, finding);
  }
  return [...gravest.values()];
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];

function look(
  subject: Subject,
  linted: LintedLeaf,
  reached: Reached,
  severity: Severity,
): Omit<Finding, "rule"> | null {
  switch (reached.hazard.kind) {
    case "flag":
      return flagFinding(subject, linted, reached, severity);
    case "positional":
      return operandFinding(subject, linted, reached, severity);
    case "env":
      return null;
    default:
      return plainFinding(subject, linted, reached, severity);
  }
}

/** The flags of a hazard that pass, and a call with the first of them. */
export function passingFlags(
  linted: LintedLeaf,
  reached: Reached,
): { readonly flags: readonly string[]; readonly argv: readonly string[] } | null {
  const tried = reached.hazard.names.map((name) => ({
    name,
    argv: firstAllowed(linted, flagSpellings(reached, name, linted.position, linted.facts)),
  }));
  const passed = tried.filter(({ argv }) => argv !== null);
  const argv = passed[0]?.argv;
  return argv ? { flags: passed.map(({ name }) => name), argv } : null;
}

function flagFinding(
  { text }: Subject,
  linted: LintedLeaf,
  reached: Reached,
  severity: Severity,
): Omit<Finding, "rule"> | null {
  const passing = passingFlags(linted, reached);
  if (!passing) return null;
  const { flags, argv } = passing;
  const shown = flags.map((flag) => `\`${flag}\``).join(", ");
  const opener = linted.leaf.allowFlags.find(({ flag }) => flags.includes(flag));
  const call = callText(linted, reached);
  const start = opener
    ? `\`${call}\` allows ${shown}`
    : `\`${call}\` lets the caller give ${shown}`;
  return {
    ...about(linted, reached, severity),
    ...(opener && { span: spanOfRule(text, opener.rule) }),
    message: `${start}: ${says(reached.hazard)}`,
    flags,
    argv,
    fix: denyFix(linted, flags, reached.extra),
  };
}

function operandFinding(
  { text }: Subject,
  linted: LintedLeaf,
  reached: Reached,
  severity: Severity,
): Omit<Finding, "rule"> | null {
  const tails = isFixedWhole(reached) ? [[[]]] : operandSpellings(reached);
  const argv = firstAllowed(linted, tails);
  if (!argv) return null;
  const { hazard } = reached;
  const added = argv.slice(linted.call.length);
  const what = added.length === 0 ? "runs as it is" : `takes \`${added.join(" ")}\``;
  const message = `\`${linted.call.join(" ")}\` ${what}: ${says(hazard)}${otherwise(hazard)}`;
  return { ...about(linted, reached, severity), message, ...remedied(text, linted, hazard, argv) };
}

/** What no flag decides: the remedy is another sentence. */
function remedied(text: string, linted: LintedLeaf, hazard: Hazard, argv: readonly string[]) {
  const shown = { added: argv.slice(linted.call.length), rule: ruleOf(hazard, linted.leaf) };
  return { flags: [], argv, fix: remedyFix(text, linted, hazard, shown) };
}

function plainFinding(
  { text }: Subject,
  linted: LintedLeaf,
  reached: Reached,
  severity: Severity,
): Omit<Finding, "rule"> | null {
  const argv = firstAllowed(linted, [[reached.extra]]);
  if (!argv) return null;
  const { hazard } = reached;
  const call = callText(linted, reached);
  const message =
    hazard.kind === "stdin"
      ? `\`${call}\` hands its input on: ${says(hazard)}`
      : `\`${call}\` by itself: ${says(hazard)}${otherwise(hazard)}`;
  return { ...about(linted, reached, severity), message, ...remedied(text, linted, hazard, argv) };
}

/** Where a fixed word or variable closes it, what a person could do as well. */
function otherwise({ unless }: Hazard): string {
  return unless.length > 0 ? CLOSED_OTHERWISE : "";
}

function callText({ call }: LintedLeaf, { extra }: Reached): string {
  return [...call, ...extra].join(" ");
}

function says({ says: sentence }: Hazard): string {
  const text = sentence.slice(0, -1);
  return /^[A-Z][a-z]*[ ,]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The fields that every finding about a leaf has. */
export function about(
  { leaf, reader, position }: LintedLeaf,
  { hazard, extra }: Pick<Reached, "hazard" | "extra">,
  severity: Severity,
): Omit<Finding, "rule" | "message" | "flags" | "argv" | "fix"> {
  return {
    severity,
    file: leaf.rule.file,
    span: leaf.span,
    bin: reader.bin,
    subcommand: [...position.path, ...extra].join(" "),
    effect: hazard.effect,
  };
}
