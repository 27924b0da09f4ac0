// A lint rule and its two cases → its page, as Markdown; and the list of all pages.

import type { LintRule } from "./rule.ts";

const MADE =
  "Made by `npm run reference` from the rule and its cases; a test fails when it is stale.";

/**
 * @param bad a Guardfile that the rule speaks of
 * @param good the same with the hole closed
 * @returns the page, with a final newline
 */
export function lintPage({ name, summary, why }: LintRule, bad: string, good: string): string {
  return [
    `# ${name}`,
    "",
    summary,
    "",
    "## Avoid",
    "",
    "```kdl",
    bad.trimEnd(),
    "```",
    "",
    "## Prefer",
    "",
    "```kdl",
    good.trimEnd(),
    "```",
    "",
    "## Why",
    "",
    why,
    "",
    MADE,
    "",
  ].join("\n");
}

/** @returns the page that lists all rules, with a final newline */
export function lintPages(rules: readonly LintRule[]): string {
  const rows = rules.map(({ name, summary }) => `- [${name}](${name}.md): ${summary}`);
  return [
    "# What lint looks for",
    "",
    "`wardctl lint` shows what a Guardfile lets through without meaning to. Each finding has a level (error, warning, note), the",
    "sentence it is about, a call that this policy lets through and that uses the hole, and the line that closes it, which",
    '`--fix` puts in after showing the change. `lint-allow <rule> "<reason>"` in a grant or a wrap silences one rule there; the',
    "reason is shown in the docs of the policy.",
    "",
    ...rows,
    "",
    MADE,
    "",
  ].join("\n");
}
