// A name in a policy with letters that look like others: `gіt` with a Cyrillic letter is another program.

import type { Finding } from "../../model/finding.ts";
import type { Rule } from "../../model/policy.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "non-ascii-name";
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

function find(subject: Subject): readonly Finding[] {
  const found: { readonly text: string; readonly rule: Rule }[] = [];
  const look = (texts: readonly string[], rule: Rule) => {
    const text = texts.find((one) => !isPlain(one));
    if (text !== undefined) found.push({ text, rule });
  };
  for (const wrap of subject.guardfile.wraps) {
    look(wrap.path, wrap.rule);
    for (const never of wrap.nevers) look(never.words, never.rule);
    const [first] = wrap.leaves;
    if (first) look([first.exec.bin], first.exec.rule);
    for (const leaf of wrap.leaves) {
      look(leaf.words, leaf.rule);
      for (const { flag, rule } of [...leaf.denyFlags, ...leaf.allowFlags]) look([flag], rule);
    }
  }
  return found.map(({ text, rule }) =>
    remark(subject, {
      ...{ rule: NAME, severity: "warning", at: rule },
      message: `\`${text}\` holds letters that can look like others: ${codes(text)}`,
      fix: "write it in plain letters",
    }),
  );
}

function codes(text: string): string {
  const odd = [...text].filter((char) => !isPlain(char));
  return odd
    .map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`)
    .join(" ");
}

export const nonAsciiName: LintRule = {
  name: NAME,
  summary: "A name holds letters that can look like other ones.",
  why: `\`deny-flag "--оutput"\` with a Cyrillic о denies nothing that anybody types, and a reviewer can't see it.

Say \`lint-allow non-ascii-name\` where the program really has that name.`,
  find,
};
