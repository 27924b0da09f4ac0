// A passthrough or an `allow` list of a program that joins its words for a shell, where nothing can say how they are quoted.

import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "joiner-default";

export const joinerDefault: LintRule = {
  name: NAME,
  summary: "A passthrough or an allow list of a program that hands its words to a shell.",
  why: `\`ssh\`, \`watch\` or \`adb shell\` join their words and hand them to a shell, which reads them again. An \`exec\` says with \`remote-shell\`
whether ward quotes them; a \`passthrough\` and an \`allow\` list can't, and take the default of the program's name.

Write an \`exec\` with \`remote-shell\`. Say \`lint-allow joiner-default\` where the default is right.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) => {
      const { wrap, leaf, facts, call } = linted;
      const joins = facts?.joinsForShell === true;
      if (wrap.form === "exec" || !joins) return [];
      const quoted = leaf.exec.remote === "posix" ? "are quoted" : "are not quoted";
      return [
        remark(subject, {
          ...{ rule: NAME, severity: "warning", at: leaf.rule, linted, effect: "exec" },
          message: `\`${call.join(" ")}\` hands its words, joined, to a shell, and here they ${quoted} by the default of its name`,
          fix: `write \`exec ${leaf.exec.bin} { remote-shell posix }\` and grant with \`can run\``,
        }),
      ];
    }),
};
