// A token that the KDL parser did not expect → a diagnostic that says what to write.

import type { Report } from "./report.ts";

/** What this file needs to know of a token. */
interface Misfit {
  readonly image: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly tokenType: { readonly name: string };
}

const V1_KEYWORDS = new Set(["true", "false", "null", "inf", "-inf", "nan"]);

/** Reports where the text stops being KDL. */
export function reportSyntax(report: Report, token: Misfit): void {
  if (Number.isNaN(token.startOffset) || token.tokenType.name === "EOF") {
    const end = report.text.length;
    report.error("syntax", { start: end, end }, "the file ends in the middle of a sentence");
    return;
  }
  const range = { start: token.startOffset, end: token.endOffset + 1 };
  if (V1_KEYWORDS.has(token.image)) {
    const message = `a bare ${token.image} is KDL 1; KDL 2 has no such word`;
    const hint = `write #${token.image} where ward takes it, or in quotes where it is a word: "${token.image}"`;
    report.error("kdl-1", range, message, { hint });
    return;
  }
  const before = report.text.slice(0, token.startOffset);
  const isRaw = token.tokenType.name.includes("Quote") && /\br$/.test(before);
  const shown = token.tokenType.name === "NewLine" ? "the end of the line" : `\`${token.image}\``;
  const hint = isRaw
    ? 'raw strings are #"…"# in KDL 2'
    : "words are parted by blanks, sentences by a newline or `;`, and a block stands in { }";
  report.error("syntax", range, `${shown} is not expected here`, { hint });
}
