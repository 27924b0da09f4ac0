// Hazards of effect `write`: a grant lets a caller write or delete files of his choice.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-write";

export const hazardWrite: LintRule = {
  name: NAME,
  summary: "A grant lets a caller write or delete files of his choice.",
  why: `A file that can be written anywhere is a program that can be run: a hook, a start-up file, a key. A flag that names an output
file is easily overlooked in a grant that was meant for looking.

Say \`lint-allow hazard-write\` where the grant is for writing, and say what bounds it.`,
  find: (subject) => findHazards(subject, NAME),
};
