// A program that takes commands on its input, behind a grant whose input is the caller's.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "stdin-program";

export const stdinProgram: LintRule = {
  name: NAME,
  summary: "The granted program runs what it reads on its input.",
  why: `The argv of \`psql\`, \`sqlite3\`, \`sftp\` or \`python\` can be harmless while the input is a program. Flags and patterns look at
the argv alone.

\`stdin none\` gives the child an empty input. Say \`lint-allow stdin-program\` where the input is meant to be the caller's.`,
  find: (subject) => findHazards(subject, NAME),
};
