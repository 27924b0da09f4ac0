// A grant that bounds its operands with patterns and leaves every flag open: a value behind `=` is no operand.

import { firstAllowed } from "../attempt.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "arg-re-open-flags";

export const argReOpenFlags: LintRule = {
  name: NAME,
  summary: "Operands are bounded by patterns, and flags with any value pass.",
  why: `\`allow-arg-re\` looks at operands. A flag passes with whatever is attached to it, so a bound on paths is walked around by any flag
that takes a path: \`--file=/etc/passwd\`.

List the flags with \`allow-flag\`. Say \`lint-allow arg-re-open-flags\` where no flag of the program takes what the pattern bounds.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) => {
      const { leaf, call } = linted;
      if (leaf.patterns.length === 0 || leaf.allowFlags.length > 0 || leaf.isSealed) return [];
      const argv = firstAllowed(linted, [[["--any-flag=/etc/passwd"]]]);
      if (!argv) return [];
      const message = `\`${call.join(" ")}\` bounds its operands, and every flag passes with any value`;
      const at = leaf.patterns[0]?.rule ?? leaf.rule;
      const fix = "list the flags that may pass with `allow-flag`";
      return [remark(subject, { rule: NAME, severity: "warning", at, message, fix, linted, argv })];
    }),
};
