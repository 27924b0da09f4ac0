// Hazards of effect `interactive`: a grant opens an editor, a pager or a prompt from which commands can be typed.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-interactive";

export const hazardInteractive: LintRule = {
  name: NAME,
  summary: "A grant opens an editor, a pager or a prompt from which commands can be typed.",
  why: `\`less\` runs a shell for whoever types \`!\`, and an editor writes any file. Without a terminal neither starts, with one the
person at it could run a shell anyway; a call that runs as another user, or that is typed by an agent with a terminal, is
another matter. A fixed pager or \`LESSSECURE=1\` closes it.

Say \`lint-allow hazard-interactive\` where a person is meant to type.`,
  find: (subject) => findHazards(subject, NAME),
};
