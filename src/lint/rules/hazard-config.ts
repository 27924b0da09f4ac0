// Hazards of effect `config`: a grant lets a caller load configuration, or leave a safeguard out.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-config";

export const hazardConfig: LintRule = {
  name: NAME,
  summary: "A grant lets a caller load configuration, or leave a safeguard out.",
  why: `Configuration names programs, hosts, keys and defaults, so whoever chooses the file chooses what the program does. The same
holds for flags that leave a check out, such as the hooks of a repository.

Say \`lint-allow hazard-config\` where the file that is loaded is out of a caller's reach.`,
  find: (subject) => findHazards(subject, NAME),
};
