// A git leaf without the fixed words that keep a repository's own configuration from running code.

import type { Finding } from "../../model/finding.ts";
import { inExec } from "../closing.ts";
import { findHazards } from "../hazard-findings.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "repo-config-exec";
const PIN = 'argv-prefix "-c" "safe.bareRepository=explicit"';

/** A bare repository can lie inside a work tree as plain files, and git obeys its configuration. */
function bareLayouts(subject: Subject): readonly Finding[] {
  const wraps = new Set<LintedLeaf["wrap"]>();
  return subject.leaves.flatMap((linted) => {
    const { wrap, leaf, reader } = linted;
    const isGit = reader.bin === "git" && !leaf.isSealed;
    const isPinned = leaf.exec.prefix.some((word) => /^safe\.barerepository=/i.test(word));
    if (!isGit || isPinned || wraps.has(wrap) || reader.isInner) return [];
    wraps.add(wrap);
    const message = `\`${wrap.path.join(" ")}\` obeys the configuration of a bare repository that lies in a work tree as plain files`;
    return [
      remark(subject, {
        ...{ rule: NAME, severity: "note", at: leaf.exec.rule, message, linted, effect: "exec" },
        ...{ fix: { text: PIN, into: inExec(subject.text, linted) }, argv: linted.call },
      }),
    ];
  });
}

export const repoConfigExec: LintRule = {
  name: NAME,
  summary: "A repository's own configuration runs programs when this git command runs.",
  why: `A repository brings configuration along, and keys of it are programs: \`core.fsmonitor\` runs on every look at the index,
\`diff.external\`, \`diff.NAME.command\` and \`textconv\` where a patch is shown. Whoever can write \`.git/config\`, or a bare
repository inside a checkout, runs code as soon as somebody says \`git status\`.

Fixed words close these: \`-c core.fsmonitor=false\`, \`-c safe.bareRepository=explicit\`, \`--no-ext-diff\`, \`--no-textconv\`. Hooks and
filters stay. Say \`lint-allow repo-config-exec\` where the repositories are as trusted as the account.`,
  find: (subject) => [...findHazards(subject, NAME), ...bareLayouts(subject)],
};
