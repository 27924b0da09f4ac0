// Hazards of effect `read`: a grant shows files, variables or secrets that it was not made for.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-read";

export const hazardRead: LintRule = {
  name: NAME,
  summary: "A grant shows files, variables or secrets that it was not made for.",
  why: `What is read can be sent on by another grant. Programs quote files in their errors, too.

Say \`lint-allow hazard-read\` where all that the account can read is meant to be shown.`,
  find: (subject) => findHazards(subject, NAME),
};
