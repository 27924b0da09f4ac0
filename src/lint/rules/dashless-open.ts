// An operand that means a flag, behind an allow list that does not hold the flag: the list looks at dashes alone.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "dashless-open";

export const dashlessOpen: LintRule = {
  name: NAME,
  summary: "An operand does what a flag does that the allow list leaves out.",
  why: `\`git push origin +main\` forces and \`git push origin :main\` deletes, without any flag. An \`allow-flag\` list does not look at
operands; \`deny-flag "--force"\` refuses the operand too.

Say \`lint-allow dashless-open\` where the operand is meant to pass.`,
  find: (subject) => findHazards(subject, NAME),
};
