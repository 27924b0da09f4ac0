// A `lint-allow` of a rule that does not exist, or without a reason that says anything.

import { nearest } from "../../language/nearest.ts";
import type { Finding } from "../../model/finding.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";
import { RULE_NAMES } from "../rule-names.ts";

const NAME = "unknown-lint-rule";

function find(subject: Subject): readonly Finding[] {
  const all = subject.guardfile.wraps.flatMap((wrap) => [
    ...wrap.lintAllows,
    ...wrap.leaves.flatMap((leaf) => leaf.lintAllows),
  ]);
  return all
    .filter(({ lintRule }) => !RULE_NAMES.includes(lintRule))
    .map(({ lintRule, rule }) => {
      const meant = nearest(lintRule, RULE_NAMES);
      return remark(subject, {
        ...{ rule: NAME, severity: "warning", at: rule },
        message: `there is no lint rule \`${lintRule}\`, so this silences nothing`,
        fix: meant === null ? "take it out" : `did you mean \`${meant}\`?`,
      });
    });
}

export const unknownLintRule: LintRule = {
  name: NAME,
  summary: "A `lint-allow` names a rule that does not exist.",
  why: `A misspelt name silences nothing, and a name of a rule that was renamed hides that it no longer does.`,
  find,
};
