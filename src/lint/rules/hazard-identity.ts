// Hazards of effect `identity`: a grant lets a caller act as somebody else, or on something else than was meant.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-identity";

export const hazardIdentity: LintRule = {
  name: NAME,
  summary: "A grant lets a caller act as somebody else, or on something else than was meant.",
  why: `Another account, another key, another cluster or another repository: a grant that was reviewed for one is used on another.

Say \`lint-allow hazard-identity\` where the choice is the caller's to make.`,
  find: (subject) => findHazards(subject, NAME),
};
