// A Guardfile and what is known around it → the findings, from top to bottom; and the text with what closes them put in.

import type { Severity } from "../model/diagnostic.ts";
import type { Finding } from "../model/finding.ts";
import type { Guardfile } from "../model/policy.ts";
import { insertSentences } from "./insert.ts";
import { type Knowledge, lintedLeaves } from "./linted-leaf.ts";
import type { Subject, World } from "./rule.ts";
import { RULES } from "./rules.ts";
import { silencer } from "./silence.ts";

/**
 * @param guardfile a valid file, judged alone
 * @param text what its spans are about
 * @returns what no `lint-allow` silences
 */
export function lint(
  guardfile: Guardfile,
  text: string,
  knowledge: Knowledge,
  world: World,
): readonly Finding[] {
  const leaves = lintedLeaves(guardfile, knowledge);
  const subject: Subject = { guardfile, text, leaves, knowledge, world };
  const found = RULES.flatMap((rule) => rule.find(subject));
  const isSilenced = silencer(guardfile, text);
  const loud = found.filter((finding) => !isSilenced(finding));
  return [...new Map(loud.map((finding) => [sameness(finding), finding])).values()].toSorted(
    byPlace,
  );
}

/** A hazard that is on file for two names of one subcommand is found twice, and told once. */
function sameness({ rule, span, message, argv }: Finding): string {
  return JSON.stringify([rule, span.start.offset, message, argv]);
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];

function byPlace(one: Finding, other: Finding): number {
  const lines = one.span.start.offset - other.span.start.offset;
  return lines || SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

/** How many there are of each level. */
export function countLevels(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  return { error: count("error"), warning: count("warning"), note: count("note") };
}

/** @returns the text with the sentence of every finding that has one in its block */
export function applyFixes(text: string, findings: readonly Finding[]): string {
  const sentences = findings.flatMap(({ fix }) =>
    fix?.into ? [{ offset: fix.into.offset, text: fix.text }] : [],
  );
  return insertSentences(text, sentences);
}
