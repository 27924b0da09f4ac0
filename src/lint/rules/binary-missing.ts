// A grant on a program that is not where ward would look for it.

import type { Finding } from "../../model/finding.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "binary-missing";

function find(subject: Subject): readonly Finding[] {
  const said = new Set<string>();
  return subject.leaves.flatMap((linted) => {
    const { bin, rule } = linted.leaf.exec;
    const key = `${bin} ${rule.line}`;
    if (said.has(key) || subject.world.find(bin) !== null) return [];
    said.add(key);
    return [
      remark(subject, {
        ...{ rule: NAME, severity: "note", at: rule },
        message: `\`${bin}\` is not on the search path of this machine, so its grants run nothing here`,
        fix: "install it, or name its directory in `search-path` of config.kdl",
      }),
    ];
  });
}

export const binaryMissing: LintRule = {
  name: NAME,
  summary: "The granted program is not on the search path of this machine.",
  why: `A call ends with exit 127. Worse is a name that nobody holds: whoever can write to a directory of the search path can put a
program there that the grant then runs.

Say \`lint-allow binary-missing\` in a file that is shared between machines.`,
  find,
};
