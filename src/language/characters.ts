// The character classes of KDL 2, as regular expressions without backtracking.
// Source: the KDL 2.0 specification, sections Whitespace, Newline and Disallowed Literal Code Points.

const BLANKS = "\\t \\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const NEWLINES = "\\n-\\r\\x85\\u2028\\u2029";

export const BLANK_RUN = new RegExp(`[${BLANKS}]+`, "y");
export const NEWLINE = new RegExp(`\\r\\n|[${NEWLINES}]`, "y");
export const NEXT_NEWLINE = new RegExp(`[${NEWLINES}]`, "g");
export const SPACE_RUN = new RegExp(`[${BLANKS}${NEWLINES}]+`, "y");
export const BLANK_LINE = new RegExp(`^[${BLANKS}]*$`);
/** Splits a text into its KDL lines. */
export const NEWLINE_SPLIT = new RegExp(`\\r\\n|[${NEWLINES}]`);
/** A backslash outside escapes, a quote or a newline: what ends a plain run inside a quoted string. */
export const STRING_STOP = new RegExp(`["\\\\${NEWLINES}]`, "g");
export const RAW_STOP = new RegExp(`["${NEWLINES}]`, "g");

/** A bare word: an identifier or a number. */
export const WORD_RUN = new RegExp(
  `[^\\x00-\\x20"#()/;=[\\\\\\]{}\\x7f\\ufeff${BLANKS}${NEWLINES}]+`,
  "y",
);

/** What may not stand literally anywhere in a document; lone surrogates included. */
export const DISALLOWED =
  /[\x00-\x08\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

export const LOOKS_LIKE_NUMBER = /^[+-]?\.?[0-9]/;
export const NUMBER =
  /^[+-]?(?:0x[0-9a-fA-F][0-9a-fA-F_]*|0o[0-7][0-7_]*|0b[01][01_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9][0-9_]*)?)$/;

/** Matches a sticky expression at an offset; the length matched, 0 where it does not match. */
export function matchAt(sticky: RegExp, text: string, offset: number): number {
  sticky.lastIndex = offset;
  return sticky.exec(text)?.[0].length ?? 0;
}

/** Finds a global expression from an offset on; the text's length where it does not occur. */
export function findFrom(global: RegExp, text: string, offset: number): number {
  global.lastIndex = offset;
  return global.exec(text)?.index ?? text.length;
}
