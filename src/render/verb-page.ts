// The verbs of a program → the page of reference about them, in Markdown.
import { codeSpan, prose } from "./markdown.ts";

export interface OptionText {
  /** As help shows it: `--json`, `--check <page>`. */
  readonly term: string;
  readonly says: string;
}

export interface VerbText {
  /** As typed, arguments included: `wardctl lint [options] [file...]`. */
  readonly usage: string;
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly args: readonly OptionText[];
  readonly options: readonly OptionText[];
}

function section({ name, usage, summary, example, args, options }: VerbText): string {
  const items = [...args, ...options].map(
    ({ term, says }) => `- ${codeSpan(term)}${says === "" ? "" : `: ${prose(says)}`}`,
  );
  return [
    `## ${codeSpan(`wardctl ${name}`)}`,
    `${summary.charAt(0).toUpperCase()}${prose(summary.slice(1))}.`,
    codeSpan(usage),
    ...(items.length === 0 ? [] : [items.join("\n")]),
    `For example: ${codeSpan(example)}`,
  ].join("\n\n");
}

/** @returns the page, with a final newline */
export function renderVerbs(verbs: readonly VerbText[]): string {
  const head = [
    "# wardctl, verb by verb",
    "<!-- Made by `npm run reference`; a test holds it to the program. -->",
    "The person's tool: it writes, checks, explains, approves and reads back. What it prints for programs goes to standard output, what it says to standard error. Every verb has `--help`.",
  ];
  return `${[...head, ...verbs.map(section)].join("\n\n")}\n`;
}
