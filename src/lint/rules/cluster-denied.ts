// A denial of several short flags written as one word: another order of the letters, or each apart, passes.

import { commandPath } from "../../engine/flag-table.ts";
import { traitsOf } from "../../engine/option-styles.ts";
import type { FlagFact } from "../../model/catalogue.ts";
import type { Finding } from "../../model/finding.ts";
import type { FlagRule } from "../../model/policy.ts";
import { firstAllowed } from "../attempt.ts";
import { denyFix } from "../closing.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "cluster-denied";

/** What the program may read there; under `*` whatever any of its subcommands reads. */
function flagsOf({ leaf, facts, position }: LintedLeaf): readonly FlagFact[] {
  const { chain } = commandPath(facts, position.path);
  const steps = leaf.isWholeBinary ? (facts?.subcommands ?? []) : chain;
  return [...(facts?.globals ?? []), ...steps.flatMap(({ flags }) => flags)];
}

/** @returns the flags that the word is made of; empty where it is one flag, or a flag with its value */
function lettersOf(word: string, flags: readonly FlagFact[]): readonly string[] {
  const letters = /^-[A-Za-z]{2,}$/.test(word) ? [...word.slice(1)].map((one) => `-${one}`) : [];
  const isOne = flags.some(
    ({ names, isPrefix }) =>
      names.includes(word) || (isPrefix && names.some((name) => word.startsWith(name))),
  );
  const isCluster = letters.every((name, at) => {
    const known = flags.filter(({ names }) => names.includes(name));
    const isLast = at === letters.length - 1;
    return known.some(({ arity }) => arity === "none" || isLast);
  });
  return !isOne && isCluster ? letters : [];
}

function clusterFinding(
  subject: Subject,
  linted: LintedLeaf,
  { flag, rule }: FlagRule,
  flags: readonly FlagFact[],
): readonly Finding[] {
  const letters = lettersOf(flag, flags);
  const turned = `-${letters
    .map((one) => one.slice(1))
    .toReversed()
    .join("")}`;
  const argv = letters.length > 0 && firstAllowed(linted, [[[turned]], [letters]]);
  if (!argv) return [];
  const apart = letters.map((one) => `\`${one}\``).join(" and ");
  const message = `\`${flag}\` is ${apart} in one word, and only that word is denied`;
  return [
    remark(subject, {
      ...{ rule: NAME, severity: "warning", at: rule, message, linted, argv, flags: letters },
      fix: denyFix(linted, letters, []),
    }),
  ];
}

export const clusterDenied: LintRule = {
  name: NAME,
  summary: "Several short flags are denied as one word, so each of them passes apart.",
  why: `\`deny-flag "-it"\` names no flag: \`kubectl exec -it\` is \`-i\` and \`-t\`, and \`-ti\`, \`-i -t\` and \`--stdin --tty\` are the same call.
ward knows a flag in every cluster that holds it, so each is named by itself: \`deny-flag "-i" "-t"\`.

Say \`lint-allow cluster-denied\` where each of the flags may be given alone and only the one spelling is unwanted.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) => {
      const style = linted.facts?.style ?? null;
      if (linted.facts === null || !traitsOf(style).hasClusters) return [];
      const flags = flagsOf(linted);
      return linted.leaf.denyFlags.flatMap((one) => clusterFinding(subject, linted, one, flags));
    }),
};
