// The kinds of the tokens ahead → what the next entry of a node is, without parsing it twice.

/** The kind of a token ahead; 1 is the next one, and behind the last one all are `EOF`. */
type TypeAt = (ahead: number) => string;

const PLAIN_STRINGS: ReadonlySet<string> = new Set([
  "Identifier",
  "RawString",
  "MultiLineRawString",
]);
const CLOSERS: ReadonlySet<string> = new Set(["CloseQuote", "MultiLineCloseQuote"]);
const COMMENT: ReadonlySet<string> = new Set([
  "WhiteSpace",
  "OpenMultiLineComment",
  "MultiLineCommentContent",
  "CloseMultiLineComment",
]);
const OTHER_VALUES: ReadonlySet<string> = new Set([
  "OpenQuote",
  "MultiLineOpenQuote",
  "Boolean",
  "Null",
  "FloatKeyword",
  "Float",
  "Integer",
  "LeftParenthesis",
]);

/** How far ahead the string that starts with the next token ends; 0 where none starts. */
export function stringEnd(typeAt: TypeAt): number {
  if (PLAIN_STRINGS.has(typeAt(1))) return 1;
  if (typeAt(1) !== "OpenQuote" && typeAt(1) !== "MultiLineOpenQuote") return 0;
  let ahead = 2;
  while (!CLOSERS.has(typeAt(ahead)) && typeAt(ahead) !== "EOF") ahead += 1;
  return ahead;
}

/** Whether a string and an `=` follow, with nothing but space between. */
export function isPropertyAhead(typeAt: TypeAt): boolean {
  let ahead = stringEnd(typeAt);
  if (ahead === 0) return false;
  for (let isHidden = false; ; ) {
    ahead += 1;
    const type = typeAt(ahead);
    if (type === "EscLine") isHidden = true;
    else if (isHidden && type === "NewLine") isHidden = false;
    else if (!COMMENT.has(type) && !(isHidden && type === "LineComment")) return type === "Equals";
  }
}

/** Whether a token of this kind starts an argument; a `(` starts its type annotation. */
export function canStartValue(type: string): boolean {
  return PLAIN_STRINGS.has(type) || OTHER_VALUES.has(type);
}
