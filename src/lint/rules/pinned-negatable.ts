// A flag that the fixed words give, and that the caller can turn round: `--dry-run` with `--no-dry-run` behind it.

import type { Finding } from "../../model/finding.ts";
import { firstAllowed } from "../attempt.ts";
import { denyFix } from "../closing.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import { negations, type PinnedFlag, pinnedFlags } from "../pinned-flags.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "pinned-negatable";

function undone(subject: Subject, linted: LintedLeaf, pinned: PinnedFlag): readonly Finding[] {
  const opposite = negations(pinned.name, linted);
  const passing = opposite.flatMap((flag) => {
    const argv = firstAllowed(linted, [[[flag]]]);
    return argv ? [{ flag, argv }] : [];
  });
  const [first] = passing;
  if (!first) return [];
  const flags = [...new Set(passing.map(({ flag }) => flag.split("=")[0] ?? flag))];
  const message = `\`${linted.call.join(" ")}\` fixes \`${pinned.name}\`, and \`${first.flag}\` of the caller undoes it`;
  return [
    remark(subject, {
      ...{ rule: NAME, severity: "warning", at: linted.leaf.rule, message, linted, flags },
      ...{ argv: first.argv, fix: denyFix(linted, flags, []) },
    }),
  ];
}

export const pinnedNegatable: LintRule = {
  name: NAME,
  summary: "A flag that the fixed words give can be undone by the caller.",
  why: `\`git push --dry-run\` with a caller's \`--no-dry-run\` really pushes. ward refuses the opposite of a fixed flag where it can see
that the same program reads both; behind a far shell, behind \`--\`, and where \`may-repeat\` says so, it does not.

Deny the opposite. Say \`lint-allow pinned-negatable\` where the fixed one is only a default.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) =>
      pinnedFlags(linted).flatMap((pinned) => undone(subject, linted, pinned)),
    ),
};
