// A deny list that names some of the flags of a hazard, while others of the same hazard pass.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "deny-list-incomplete";

export const denyListIncomplete: LintRule = {
  name: NAME,
  summary: "Some flags of a hazard are denied, and others that do the same pass.",
  why: `Who denies \`--exec\` of fd means its \`-x\` too, and \`--exec-batch\`. ward knows the other names of a flag and its abbreviations;
other flags to the same end have to be named.

Say \`lint-allow deny-list-incomplete\` where the others are meant to pass, and say why they differ.`,
  find: (subject) => findHazards(subject, NAME),
};
