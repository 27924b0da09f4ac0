// A `never run` under `*` of a program whose subcommands ward does not know: its words are sought, and an alias passes.

import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "never-unknown-word";

export const neverUnknownWord: LintRule = {
  name: NAME,
  summary: "A `never run` under a wildcard, of a program whose subcommands are not known.",
  why: `Under \`*\` ward has to find the words of a \`never run\` among the caller's. Where the catalogue knows the program, aliases and
abbreviations of the words count and an unknown first word is refused; where it does not, the words are sought as they stand, and
another name of the same subcommand passes.

Grant the subcommands one by one. Say \`lint-allow never-unknown-word\` where the program has no aliases.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) => {
      const { wrap, leaf, facts } = linted;
      const isKnown = facts?.subcommands.some(({ name }) => name !== "") ?? false;
      if (!leaf.isWholeBinary || wrap.nevers.length === 0 || isKnown || wrap.form === "allow")
        return [];
      const isPlain = ({ words }: { readonly words: readonly string[] }) =>
        words.some((word) => !word.startsWith("-") && !word.startsWith("+"));
      return wrap.nevers.filter(isPlain).map((never) =>
        remark(subject, {
          ...{ rule: NAME, severity: "note", at: never.rule, linted },
          message: `\`${never.words.join(" ")}\` is sought as it stands: the subcommands of \`${linted.reader.bin}\` are not known, and another name of it passes`,
          fix: "grant the subcommands one by one with `can run`",
        }),
      );
    }),
};
