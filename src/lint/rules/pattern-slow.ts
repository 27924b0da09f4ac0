// A pattern whose repetitions unroll to many steps for each letter of an argument.

import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "pattern-slow";
/** About half of what still loads: a pattern of this size costs a microsecond for each letter. */
const MANY = 400;

/** Counted repetitions, the nested ones multiplied. */
function steps(source: string): number {
  const sizes = [0];
  let last = 0;
  for (const [token, least, most] of source.matchAll(
    /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+),?(\d*)\}|./gs,
  )) {
    if (token === "(") sizes.push(0);
    else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most));
      sizes.push((sizes.pop() ?? 0) + last * (times - 1));
      last *= times;
    } else {
      last = token === ")" && sizes.length > 1 ? (sizes.pop() ?? 0) : 1;
      sizes.push((sizes.pop() ?? 0) + last);
    }
  }
  return sizes.reduce((sum, size) => sum + size);
}

export const patternSlow: LintRule = {
  name: NAME,
  summary: "A pattern takes many steps for each letter of an argument.",
  why: `Patterns match in linear time, and the factor is their size: \`([a-z]{1,40}/){1,10}\` is about a thousand steps for each letter. The
call waits for it, and an argument can have a hundred thousand letters.

Write \`+\` or \`*\` where the count does not matter. Say \`lint-allow pattern-slow\` where it does.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) =>
      linted.leaf.patterns
        .filter(({ source }) => steps(source) > MANY)
        .map(({ source, rule }) =>
          remark(subject, {
            ...{ rule: NAME, severity: "note", at: rule, linted },
            message: `this pattern takes about ${steps(source)} steps for each letter of an argument`,
            fix: "write `+` or `*` in place of a large count",
          }),
        ),
    ),
};
