// The whole of another machine granted as one leaf: `*` behind a far shell or a command that runs others elsewhere.

import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "wildcard-on-remote";
const FAR = /^(?:kubectl|oc|docker|podman|nerdctl) (?:\S+ )*exec(?: |$)/;

function isFarWhole({ leaf }: LintedLeaf): boolean {
  if (!leaf.isWholeBinary) return false;
  const fixed = [leaf.exec.bin, ...leaf.exec.prefix].join(" ");
  return leaf.exec.remote === "posix" || FAR.test(fixed);
}

export const wildcardOnRemote: LintRule = {
  name: NAME,
  summary: "A wildcard grants every command of another machine or container.",
  why: `\`can run "*"\` behind \`ssh host\` or \`kubectl exec pod --\` is a shell on the other side with another spelling. What the far account
may do is no longer a matter of this policy.

Name the commands with \`can run\`. Say \`lint-allow wildcard-on-remote\` where the far side bounds them.`,
  find: (subject) =>
    subject.leaves.filter(isFarWhole).map((linted) => {
      const { leaf, call } = linted;
      const fixed = [leaf.exec.bin, ...leaf.exec.prefix].join(" ");
      return remark(subject, {
        ...{ rule: NAME, severity: "warning", at: leaf.rule, linted, effect: "exec" },
        message: `\`${call.join(" ")}\` runs any command behind \`${fixed}\``,
        fix: "grant the commands one by one with `can run`",
        argv: [...call, "id"],
      });
    }),
};
