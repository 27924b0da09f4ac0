// A denial of a short or a long name alone, of a program whose flags ward does not know: the other name of it passes.

import type { Finding } from "../../model/finding.ts";
import type { FlagRule } from "../../model/policy.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "one-name-denied";
const MOST_SHOWN = 3;

const isShort = (flag: string) => /^-[^-]$/u.test(flag);
const isLong = (flag: string) => /^--[^-]/.test(flag);

/** A long name mostly begins with the letter of its short one, small or capital. */
function isPaired(flag: string, others: readonly string[]): boolean {
  const initial = flag.replace(/^--?/, "").charAt(0).toLowerCase();
  const isOther = isShort(flag) ? isLong : isShort;
  return others.some(
    (other) => isOther(other) && other.replace(/^--?/, "").charAt(0).toLowerCase() === initial,
  );
}

/** The denials of a leaf that name only one kind of name, where nothing is known of the program. */
function alone({ leaf, facts, reader }: LintedLeaf): readonly FlagRule[] {
  if (facts !== null || leaf.isSealed || leaf.allowFlags.length > 0 || reader.bin === "") return [];
  const denied = leaf.denyFlags.map(({ flag }) => flag);
  return leaf.denyFlags.filter(
    ({ flag }) => (isShort(flag) || isLong(flag)) && !isPaired(flag, denied),
  );
}

/** Once a wrap: who has read it for one grant knows it for all. */
function find(subject: Subject): readonly Finding[] {
  const met = new Set<string>();
  return subject.leaves.flatMap((linted) => {
    const wrap = linted.wrap.path.join(" ");
    const rules = alone(linted);
    const [first] = rules;
    if (!first || met.has(wrap)) return [];
    met.add(wrap);
    const flags = rules.map(({ flag }) => flag);
    const shown = flags.slice(0, MOST_SHOWN).map((flag) => `\`${flag}\``);
    const more = flags.length > MOST_SHOWN ? ` and ${flags.length - MOST_SHOWN} more` : "";
    const other = isShort(first.flag) ? "long" : "short";
    return [
      remark(subject, {
        ...{ rule: NAME, severity: "note", at: first.rule, linted, flags },
        message: `the flags of \`${linted.reader.bin}\` are not known, so denying ${shown.join(", ")}${more} does not cover the ${other} name of the same flag`,
        fix: "name both in `deny-flag`, as the program's manual has them, or list what may pass with `allow-flag`",
      }),
    ];
  });
}

export const oneNameDenied: LintRule = {
  name: NAME,
  summary: "Of a program that is not known, a short or a long name of a flag is denied alone.",
  why: `Where the catalogue knows a program, who denies \`-o\` has denied \`--output\`. Of a program that it does not know ward can't tell
which names are one flag: an abbreviation and a cluster are refused, another name passes.

Name both, or list with \`allow-flag\` what may pass: such a list is exact. Say \`lint-allow one-name-denied\` where the flag has no other name.`,
  find,
};
