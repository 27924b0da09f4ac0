// A pattern written as if it were searched for anywhere, while a positional must match it whole.

import type { Severity } from "../../model/diagnostic.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "allow-arg-re-unanchored-intent";

interface Slip {
  readonly severity: Severity;
  readonly says: string;
  readonly fix: string;
}

/** What the writer of a pattern seems to have thought that it means. */
function slipOf(source: string): Slip | null {
  if (/^\^?(?:\(\?[a-z]+\))?\.[*+]\$?$/.test(source)) {
    return {
      severity: "warning",
      says: "lets every argument through",
      fix: "say what the arguments look like",
    };
  }
  if (/^\^?\.\*/.test(source) && /\.\*\$?$/.test(source)) {
    const says = "lets through whatever holds its middle";
    return { severity: "warning", says, fix: "say what stands before and behind it" };
  }
  if (/^\^[^(]*\|/.test(source) || /\|[^)]*\$$/.test(source)) {
    const says = "anchors one of its alternatives only, and each is matched whole anyway";
    return { severity: "note", says, fix: "leave `^` and `$` out" };
  }
  if (source.startsWith("^") !== /(?<!\\)\$$/.test(source)) {
    const says = "is anchored at one end, and is matched whole at both";
    return {
      severity: "note",
      says,
      fix: "leave the anchor out, or write `.*` where anything may stand",
    };
  }
  return null;
}

export const allowArgReUnanchoredIntent: LintRule = {
  name: NAME,
  summary:
    "A pattern seems to be meant for a part of an argument, and is matched against all of it.",
  why: `An \`allow-arg-re\` pattern must match a whole argument, with or without anchors. \`^src/\` therefore lets nothing through but \`src/\`
itself, and \`.*src.*\` lets \`/etc/x?src\` through.

Say what a whole argument looks like. Say \`lint-allow allow-arg-re-unanchored-intent\` where the pattern is meant as it stands.`,
  find: (subject) =>
    subject.leaves.flatMap((linted) =>
      linted.leaf.patterns.flatMap(({ source, rule }) => {
        const slip = slipOf(source);
        if (!slip) return [];
        const { severity, says, fix } = slip;
        const message = `\`${source}\` ${says}`;
        return [remark(subject, { rule: NAME, severity, at: rule, message, fix, linted })];
      }),
    ),
};
