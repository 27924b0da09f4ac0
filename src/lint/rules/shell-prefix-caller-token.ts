// Shell text among the fixed words, with the caller's words behind it: they are its parameters, or its text.

import { baseName } from "../../engine/base-name.ts";
import { ownWords } from "../../engine/invocation.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "shell-prefix-caller-token";
const SHELLS: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "mksh",
  "ash",
  "fish",
]);

/** The text behind `-c`; empty where the caller's first word would be it, null where there is no `-c`. */
function shellText({ leaf }: LintedLeaf): string | null {
  const words = [baseName(leaf.exec.bin), ...leaf.exec.prefix, ...ownWords(leaf)];
  const shell = words.findIndex((word) => SHELLS.has(baseName(word)));
  if (shell < 0) return null;
  const option = words.findIndex((word, at) => at > shell && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word));
  return option < 0 ? null : (words.slice(option + 1).find((word) => !word.startsWith("-")) ?? "");
}

export const shellPrefixCallerToken: LintRule = {
  name: NAME,
  summary: "`sh -c` among the fixed words, with words of the caller behind it.",
  why: `What follows the text of \`sh -c\` are \`$0\`, \`$1\` and so on. Text that uses them without quotes splits them and expands their globs;
text that hands them to \`eval\`, \`sh\` or a command of a program runs them. Without a text the caller's first word is the program.

Seal the grant, or call the program without a shell. Say \`lint-allow shell-prefix-caller-token\` where the text quotes every parameter.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) => {
      const { leaf, call } = linted;
      const text = leaf.isSealed ? null : shellText(linted);
      if (text === null) return [];
      const what =
        text === ""
          ? "reads the caller's first word as shell text"
          : "hands the caller's words to shell text as its parameters";
      return [
        remark(subject, {
          ...{
            rule: NAME,
            severity: text === "" ? "error" : "warning",
            at: leaf.exec.rule,
            linted,
          },
          message: `\`${call.join(" ")}\` ${what}`,
          fix: "add `sealed` with the whole call in `argv`, or grant the program itself",
          effect: "exec",
          argv: [...call, "x"],
        }),
      ];
    }),
};
