// A granted program that somebody else may replace.

import type { Finding } from "../../model/finding.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "writable-binary";

function find(subject: Subject): readonly Finding[] {
  const said = new Set<string>();
  return subject.leaves.flatMap((linted) => {
    const { bin, rule } = linted.leaf.exec;
    const path = subject.world.find(bin);
    const writer = typeof path === "string" ? subject.world.writer(path) : null;
    const key = `${bin} ${rule.line}`;
    if (writer === null || said.has(key)) return [];
    said.add(key);
    return [
      remark(subject, {
        ...{ rule: NAME, severity: "warning", at: rule, effect: "exec" },
        message: `\`${bin}\` is ${path}, and ${writer}`,
        fix: "take the permission away, or grant a program that only the administrator can replace",
      }),
    ];
  });
}

export const writableBinary: LintRule = {
  name: NAME,
  summary: "The granted program can be replaced by somebody else.",
  why: `ward decides on names. Whoever can write the file behind the name, or the directory it lies in, decides what runs.

Say \`lint-allow writable-binary\` for a tool that is built on this machine by the same account.`,
  find,
};
