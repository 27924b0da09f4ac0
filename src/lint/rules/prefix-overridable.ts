// A flag that the fixed words give, and that the caller can give again: the program takes the last one.

import type { Finding } from "../../model/finding.ts";
import { firstAllowed } from "../attempt.ts";
import { denyFix } from "../closing.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import { otherNames, type PinnedFlag, pinnedFlags, takesNoValue } from "../pinned-flags.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "prefix-overridable";

function again(subject: Subject, linted: LintedLeaf, pinned: PinnedFlag): readonly Finding[] {
  // The same word once more says nothing new; another value does.
  if (!pinned.hasValue && takesNoValue(pinned.name, linted)) return [];
  const names = otherNames(pinned.name, linted);
  const value = pinned.value ?? "x";
  const spell = (name: string) => {
    const [apart, attached] = [[name, `not-${value}`], [`${name}=not-${value}`]];
    return pinned.hasValue ? [apart, attached] : [attached, apart];
  };
  const argv = firstAllowed(
    linted,
    names.flatMap(spell).map((words) => [words]),
  );
  if (!argv) return [];
  const given = argv[linted.call.length] ?? pinned.name;
  const message = `\`${linted.call.join(" ")}\` fixes \`${pinned.name}\`, and \`${given}\` of the caller comes behind it and wins`;
  return [
    remark(subject, {
      ...{ rule: NAME, severity: "warning", at: linted.leaf.rule, message, linted, argv },
      ...{ flags: names, fix: denyFix(linted, names, []) },
    }),
  ];
}

export const prefixOverridable: LintRule = {
  name: NAME,
  summary: "A flag that the fixed words give can be given again by the caller.",
  why: `Programs take the last of two equal flags: \`kubectl -n dev get pods -n prod\` looks at prod. ward refuses a fixed flag that comes
again where it can see that the same program reads both; behind a far shell, behind \`--\`, and where \`may-repeat\` says so, it does
not.

Deny the flag, with its other names. Say \`lint-allow prefix-overridable\` where the fixed one is only a default.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) =>
      pinnedFlags(linted).flatMap((pinned) => again(subject, linted, pinned)),
    ),
};
