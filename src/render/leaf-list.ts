// Turns every mounted leaf into a list for a person and into the JSON of `wardctl list`.
import type { Leaf, Place, Wrap } from "../model/policy.ts";
import { invocationText } from "./invocation.ts";
import { pathText } from "./place.ts";
import { callWords, fixedArgv, invocationOf, policyPhrases } from "./policy.ts";
import { clipped } from "./printable.ts";

export interface MountedLeaf {
  readonly place: Place;
  readonly wrap: Wrap;
  readonly leaf: Leaf;
}

export interface ListedLeaf {
  readonly verb: string;
  readonly call: readonly string[];
  readonly exec: readonly string[];
  readonly takes_arguments: boolean;
  readonly policy: readonly string[];
  readonly describe: string | null;
  readonly place: Place;
  readonly file: string;
  readonly line: number;
}

/** One leaf as plain values; `exec` is the fixed start of what runs, before the caller's own words. */
export function listedLeaf({ place, wrap, leaf }: MountedLeaf): ListedLeaf {
  const call = callWords(wrap, leaf);
  return {
    verb: call.join("."),
    call,
    exec: fixedArgv(leaf),
    takes_arguments: !leaf.isSealed,
    policy: policyPhrases(wrap, leaf),
    describe: leaf.describe,
    place,
    file: leaf.rule.file,
    line: leaf.rule.line,
  };
}

/**
 * @param leaves in the order in which they are to be shown
 * @param home for `~` in paths
 * @returns many lines, no trailing newline
 */
export function renderLeaves(leaves: readonly MountedLeaf[], home: string | null): string {
  const lines = leaves.flatMap(({ place, wrap, leaf }) => {
    const phrases = policyPhrases(wrap, leaf);
    const source = `${pathText(leaf.rule.file, home)}:${leaf.rule.line} (${place})`;
    return [
      invocationText(callWords(wrap, leaf)),
      ...(leaf.describe === null ? [] : [`    ${clipped(leaf.describe)}`]),
      `    runs:   ${invocationOf(leaf)}`,
      ...(phrases.length === 0 ? [] : [`    policy: ${phrases.join("; ")}`]),
      `    from:   ${source}`,
    ];
  });
  return lines.join("\n");
}
