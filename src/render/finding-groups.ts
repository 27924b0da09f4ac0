// The findings of one file → groups that a person reads and mends together.
//
// 1. What one block closes stands together: all flags of a grant, all fixed words and variables of an `exec`.
// 2. The same of several grants is told of the first, with the names of the others.
// 3. A grant of which the same is said in all points as of another one is only named there.
// 4. Everything else stands with the place that it is about.

import type { Severity } from "../model/diagnostic.ts";
import type { Finding } from "../model/finding.ts";

/** One thing to tell, about one grant or several. */
export interface Told {
  readonly finding: Finding;
  /** The same of other grants. */
  readonly others: readonly Finding[];
}

export interface FindingGroup {
  /** The gravest comes first. */
  readonly told: readonly [Told, ...Told[]];
  /** The first finding of each other grant of which all of this is true. */
  readonly likewise: readonly Finding[];
}

/** A message begins with the call that it is about. */
const CALL = /^`[^`]*`/;

const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];
const rank = ({ finding }: Told) => SEVERITIES.indexOf(finding.severity);

/** @param findings of one file, from top to bottom */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const told = groupBy(findings, samenessOf).map(([finding, ...others]) => ({ finding, others }));
  const blocks = groupBy(told, blockOf).map(([first, ...rest]) => {
    const [gravest, ...others] = [first, ...rest].toSorted((a, b) => rank(a) - rank(b));
    return [gravest ?? first, ...others] as const;
  });
  return groupBy(blocks, wholeOf).map(([block, ...same]) => ({
    told: block,
    likewise: same.map(([{ finding }]) => finding),
  }));
}

/** What is said in all points of a block, of whichever grant it is. */
function wholeOf(block: readonly Told[]): string {
  const points = block.map(({ finding: { rule, severity, message, fix }, others }) => {
    const isAlone = others.length === 0 && fix?.into;
    return [rule, severity, fix?.text, message.replace(CALL, ""), isAlone ? "" : message];
  });
  return JSON.stringify(points);
}

/** What is said of a grant, without its name. */
function samenessOf({ rule, severity, message, fix, span }: Finding): string {
  const line = fix?.into ? [fix.text, fix.into.offset] : null;
  const saying = message.replace(CALL, "");
  const place = saying === message ? span.start.offset : null;
  return JSON.stringify([rule, severity, line, saying, place]);
}

function blockOf({ finding, others }: Told): string {
  const { fix, span, rule } = finding;
  if (fix?.into) return String(fix.into.offset);
  return others.length > 0 ? `${rule} ${finding.message}` : String(span.start.offset);
}

/** In the order in which the first of each comes. */
function groupBy<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}
