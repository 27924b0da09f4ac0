// A password, a token or a key written into a Guardfile, which is a file to be read and shared.

import type { Finding } from "../../model/finding.ts";
import type { Rule } from "../../model/policy.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "secret-in-guardfile";
/** Beginnings that services give their tokens, and the heads of keys. */
const TOKEN =
  /(?:^|[^A-Za-z0-9])(?:AKIA[0-9A-Z]{12,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|sk-[A-Za-z0-9_-]{20,}|sk_live_\w{10,}|npm_[A-Za-z0-9]{20,}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY)/;
const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_KEY|CREDENTIALS?|PWD)$/i;
const SECRET_FLAG =
  /^--?(?:[\w-]+-)?(?:token|secret|password|passwd|passphrase|api-?key)(?:=(.+))?$/i;

function isSecret(name: string, value: string): boolean {
  const isNamed = SECRET_NAME.test(name) && value.length >= 6 && !/^[./~]/.test(value);
  return isNamed || TOKEN.test(value);
}

/** Fixed words that are a token, or the value of a flag for one. */
function hasSecretWord(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const attached = SECRET_FLAG.exec(word);
    const value = attached?.[1] ?? (attached ? words[at + 1] : undefined);
    return TOKEN.test(word) || (value !== undefined && value.length >= 6 && !/^[-./~]/.test(value));
  });
}

function find(subject: Subject): readonly Finding[] {
  const found = new Map<string, Rule>();
  const add = (what: string, rule: Rule) => found.set(`${rule.line}:${rule.column} ${what}`, rule);
  for (const { leaf } of subject.leaves) {
    for (const { name, source, rule } of leaf.exec.env) {
      if (source.kind === "literal" && isSecret(name, source.value)) add(`\`${name}\``, rule);
    }
    if (hasSecretWord(leaf.exec.prefix)) add("a fixed word", leaf.exec.rule);
    if (hasSecretWord(leaf.argv ?? [])) add("a fixed word", leaf.rule);
  }
  return [...found].map(([key, at]) =>
    remark(subject, {
      ...{ rule: NAME, severity: "error", at },
      message: `${key.slice(key.indexOf(" ") + 1)} looks like a secret, and a Guardfile is read by whoever reviews it`,
      fix: 'name where it is kept: `env NAME { value file "/path" }` or `env NAME { value env "NAME" }`',
    }),
  );
}

export const secretInGuardfile: LintRule = {
  name: NAME,
  summary: "A password, a token or a key stands in the file.",
  why: `A Guardfile is reviewed, committed and printed by \`wardctl list\`; what stands in it is no secret. A provider reads the value just
before the program starts, and no record holds it.

Say \`lint-allow secret-in-guardfile\` where the value is known to open nothing.`,
  find,
};
