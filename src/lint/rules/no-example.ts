// A grant that no example of an allowed call shows.

import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "no-example";

function isShown({ wrap, leaf, call }: LintedLeaf): boolean {
  const all = [...leaf.examples, ...wrap.examples];
  return all.some(
    ({ expect, words }) => expect === "allows" && call.every((word, at) => words[at] === word),
  );
}

export const noExample: LintRule = {
  name: NAME,
  summary: "No example shows a call that the grant lets through.",
  why: `Examples are tests: they run whenever the file is checked, reviewed or linted. A grant without one can be turned into something
else by a typing error, and nobody hears of it.

Say \`lint-allow no-example\` in a wrap whose cases stand in a table of their own.`,
  find: (subject) =>
    subject.leaves
      .filter((linted) => linted.wrap.form === "exec" && !linted.leaf.isSealed && !isShown(linted))
      .map((linted) => {
        const [, ...words] = linted.call;
        const own = linted.leaf.isWholeBinary
          ? "…"
          : words.slice(linted.wrap.path.length - 1).join(" ");
        return remark(subject, {
          ...{ rule: NAME, severity: "note", at: linted.leaf.rule, linted },
          message: `\`${linted.call.join(" ")}\` has no example of a call that passes`,
          fix: `allows "${own}"`,
        });
      }),
};
