// Turns a path or a rule into the short form that messages use: `~` for the home directory, everything escaped.
import type { Rule } from "../model/policy.ts";
import { clipped, printable } from "./printable.ts";

/**
 * @param path absolute, or as it was given
 * @param home the user's home directory, where there is one
 */
export function pathText(path: string, home: string | null): string {
  const isInHome = home !== null && home.length > 1 && path.startsWith(`${home}/`);
  return printable(isInHome ? `~${path.slice(home.length)}` : path);
}

/**
 * `~/.config/ward/git.kdl:9  deny-flag "--no-verify"`
 *
 * @param limit code points of the rule that are kept
 */
export function ruleText(rule: Rule, home: string | null, limit?: number): string {
  return `${pathText(rule.file, home)}:${rule.line}  ${clipped(rule.text, limit)}`;
}
