// Hazards of effect `exec`: a grant lets a caller run a program of his choice through the granted one.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-exec";

export const hazardExec: LintRule = {
  name: NAME,
  summary: "A grant lets a caller run a program of his choice through the granted one.",
  why: `Many programs that look and search have a flag, an operand or a variable that starts another program: a pager, a filter, a
remote shell, a hook. Who may give it may run anything that the account may. The finding shows a call that this policy lets
through, and the sentence that closes it; \`wardctl lint --fix\` puts the sentence in.

Say \`lint-allow hazard-exec\` where running that program is what the grant is for, and say so in the reason.`,
  find: (subject) => findHazards(subject, NAME),
};
