// A grant whose flag takes free text, under a gate that refuses the marks which free text has.

import { commandPath } from "../../engine/flag-table.ts";
import { quote } from "../../language/sentence.ts";
import type { FlagFact } from "../../model/catalogue.ts";

import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "text-refused";
/** Flags whose value a person writes as a sentence. */
const MESSAGES = [
  "--message",
  "--body",
  "--title",
  "--notes",
  "--subject",
  "--comment",
  "--reason",
];
const TEXT = "feat(parser): accept v2; mend v1";

/** A flag of text whose plain value passes, and whose value with such marks does not. */
function refusedText(linted: LintedLeaf): FlagFact | null {
  const { facts, position } = linted;
  const flags = commandPath(facts, position.path).chain.flatMap((step) => step.flags);
  const isHit = ({ names, isText }: FlagFact) => {
    const [name = ""] = names;
    const isMessage = isText && names.some((one) => MESSAGES.includes(one));
    if (!isMessage || linted.decide([name, "text"]).decision === "deny") return false;
    const decision = linted.decide([name, TEXT]);
    return decision.decision === "deny" && decision.reason === "metachar";
  };
  return flags.find(isHit) ?? null;
}

export const textRefused: LintRule = {
  name: NAME,
  summary: "A message in a flag's value will be refused for its brackets and semicolons.",
  why: `The gate refuses \`( ) ; & |\` and their like in every argument, for what a shell could read into them. A commit message is data: with
\`text-flag "-m"\` the gate leaves the value of that flag alone, with \`metacharacters literal\` every argument.

Say \`lint-allow text-refused\` where such messages are to be refused.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) => {
      const flag = linted.leaf.isSealed ? null : refusedText(linted);
      if (!flag) return [];
      const [name = ""] = flag.names;
      const text = `text-flag ${flag.names.map(quote).join(" ")}`;
      return [
        remark(subject, {
          ...{ rule: NAME, severity: "note", at: linted.leaf.rule, linted, fix: text },
          message: `\`${[...linted.call, name].join(" ")} '${TEXT}'\` is refused for its marks`,
        }),
      ];
    }),
};
