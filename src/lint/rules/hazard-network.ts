// Hazards of effect `network`: a grant lets a caller send data away, or make the program listen.

import { findHazards } from "../hazard-findings.ts";
import type { LintRule } from "../rule.ts";

const NAME = "hazard-network";

export const hazardNetwork: LintRule = {
  name: NAME,
  summary: "A grant lets a caller send data away, or make the program listen.",
  why: `What can reach another host can carry data out, and what listens lets others in. Flags that choose the server also choose
who gets the login.

Say \`lint-allow hazard-network\` where the hosts are meant to be reached.`,
  find: (subject) => findHazards(subject, NAME),
};
