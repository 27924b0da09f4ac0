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

/** @returns the node's name and arguments without its block; quotes are normalised, bare words stay bare */
export function sentence(node: KdlNode): string {
  return [node.name, ...node.arguments.map(word)].join(" ");
}

function word({ value, isBare }: KdlArgument): string {
  if (typeof value !== "string") return value === null ? "#null" : `#${String(value)}`;
  return isBare ? value : quote(value);
}
