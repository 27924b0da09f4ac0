// A shell, an interpreter, a multiplexer or a wrapper of commands whose caller may add arguments: whatever he writes is run.

import { isLauncher } from "../../engine/launcher.ts";
import { firstAllowed } from "../attempt.ts";
import { findHazards } from "../hazard-findings.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "launcher-open";
const FIX = "fix the whole call with `argv` and `sealed`, or grant the programs themselves";

/** A launcher by its name of which no hazard is on file. */
function isUnknownLauncher({ reader, position, reached, leaf }: LintedLeaf): boolean {
  const isFree = position.operands.length === 0 && !leaf.isSealed;
  return isFree && isLauncher(reader.bin) && reached.length === 0;
}

function byName(subject: Subject, linted: LintedLeaf) {
  const argv = isUnknownLauncher(linted) && firstAllowed(linted, [[["/tmp/x"]]]);
  if (!argv) return [];
  const message = `\`${linted.call.join(" ")}\` hands its arguments to \`${linted.reader.bin}\`, which runs what they say`;
  return [
    remark(subject, {
      ...{ rule: NAME, severity: "error", at: linted.leaf.rule, message, fix: FIX },
      ...{ linted, effect: "exec", argv },
    }),
  ];
}

export const launcherOpen: LintRule = {
  name: NAME,
  summary: "A shell, an interpreter or a wrapper of commands takes its arguments from the caller.",
  why: `\`sh\`, \`python\`, \`env\`, \`xargs\`, \`tmux\` and their like run what their arguments say, so a grant of one is a grant of every
program. A list of denied flags can't bound it: the first operand is a command.

Fix the whole call and seal it, or grant the program that the launcher was to start. Say \`lint-allow launcher-open\` where the
caller is meant to run anything, as in a sandbox.`,
  find: (subject) => [
    ...findHazards(subject, NAME),
    ...subject.leaves.flatMap((linted) => byName(subject, linted)),
  ],
};
