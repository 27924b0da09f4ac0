// A node that lists flags → the flags, each checked for the form that a policy may name.

import type { FlagRule } from "../model/policy.ts";
import { hasCount, hasNoBlock, texts } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { Reading } from "./reading.ts";

/** What keeps a word from being a flag of a policy; null where nothing does. */
function flagProblem(flag: string): string | null {
  if (flag === "") return "a flag can't be empty";
  if (!/^[-+]/.test(flag)) return "a flag starts with `-` or `+`";
  if (/^(?:-{1,2}|\++)$/.test(flag)) return "this is a separator or an operand, not a flag";
  if (flag.includes("=")) return "a flag is named without its value: leave out the `=`";
  if (/[\s\p{Cc}\p{Zs}]/u.test(flag)) return "a flag holds no blank";
  return null;
}

/** Reads `<node> "--flag" "-f" …` into a list. */
export function readFlags(node: KdlNode, into: FlagRule[], reading: Reading): void {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 1, max: Number.POSITIVE_INFINITY, what: "flag" })) return;
  // Which flag is denied is one sentence; what is allowed is all of them together.
  const whole = node.name === "allow-flag" ? reading.rule(node) : null;
  for (const { text, argument } of texts(node)) {
    const problem = flagProblem(text);
    if (problem === null) into.push({ flag: text, rule: whole ?? reading.rule(node, argument) });
    else
      reading.report.error("bad-flag", argument.span, `"${node.name}": ${problem}`, flagHint(text));
  }
}

function flagHint(text: string): { hint?: string } {
  if (/^[A-Za-z0-9][\w-]*$/.test(text)) {
    return { hint: `write "${text.length === 1 ? "-" : "--"}${text}"` };
  }
  const name = text.split("=")[0] ?? "";
  return /^-{1,2}[\w-]+$/.test(name) && name !== text ? { hint: `write "${name}"` } : {};
}
