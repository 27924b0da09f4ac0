// A node → the sentence on one line, as a person would write it: `deny-flag "--no-verify" "-n"`.

import type { KdlArgument, KdlNode } from "./document.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  '"': '\\"',
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Writes a text as a quoted KDL string. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"\n\r\t]/g, (char) => ESCAPES[char] ?? char)}"`;
}

/** The longest sentence that a rule keeps, in UTF-16 units. */
const LONGEST = 400;

/**
 * @param only the one argument that matters, where the others are sentences of their own (`deny-flag "-a" "-b"`)
 * @returns the node's name and arguments without its block, cut where nobody would read on; bare words stay bare
 */
export function sentence(node: KdlNode, only?: KdlArgument): string {
  let text = node.name;
  for (const argument of only ? [only] : node.arguments) {
    text += ` ${word(argument)}`;
    if (text.length > LONGEST) return `${text.slice(0, LONGEST)}…`;
  }
  return text;
}

function word({ value, isBare }: KdlArgument): string {
  if (typeof value !== "string") return value === null ? "#null" : `#${String(value)}`;
  return isBare ? value : quote(value);
}
