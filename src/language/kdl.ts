// Text that passed the scan → KDL nodes with spans, or diagnostics; the only importer of kdljs.
//
// - kdljs keeps no positions: its node, argument, property and block rules are wrapped, once, to note their tokens.
// - Rejected here: type annotations, duplicate properties (kdljs keeps the last in silence), hidden `__proto__`.
// - Mended here: characters beyond U+FFFF in escapes, which kdljs cuts to 16 bits.

import { lexer, type ParserError, parser, type Rule, type Token } from "kdljs/src/parser/kdl.js";
import type { KdlArgument, KdlNode, KdlProperty } from "./document.ts";
import type { Range, Report } from "./report.ts";
import { scan } from "./scan.ts";

/** What the wrapped rules note of one node while kdljs reads it. */
interface Frame {
  readonly name: Range;
  end: number;
  readonly arguments: Range[];
  readonly properties: { readonly name: string; readonly range: Range }[];
  readonly tags: Range[];
  hasBlock: boolean;
}

interface RawNode {
  readonly name: string;
  readonly values: readonly KdlArgument["value"][];
  readonly children: readonly RawNode[];
}

/** What the lexer makes of one blank. */
const blank = lexer.tokenize(" ").tokens[0] as Token;

let frames: Frame[] = [];
let noted = new Map<unknown, Frame>();
let isInProperty = false;

/**
 * @param report holds the text, and takes every error found in it
 * @returns the top-level nodes; null where the text is no KDL document
 */
export function readKdl(report: Report): readonly KdlNode[] | null {
  if (!scan(report)) return null;
  frames = [];
  noted = new Map();
  isInProperty = false;
  try {
    const { tokens, errors } = lexer.tokenize(report.text);
    for (const { offset, length } of errors) {
      report.error("syntax", { start: offset, end: offset + length }, "this is not KDL");
    }
    if (errors.length > 0) return null;
    parser.input = spaced(tokens);
    const output = parser.document() as readonly RawNode[];
    for (const error of parser.errors) reportSyntax(report, error);
    return parser.errors.length > 0 ? null : output.map((node) => build(report, node));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    report.error("unreadable", { start: 0, end: 0 }, `the KDL parser gave up: ${why}`);
    return null;
  } finally {
    parser.input = [];
    noted = new Map();
  }
}

/** KDL 2 lets a block follow its node at once (`a{}`), kdljs wants a blank between. */
function spaced(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (token.tokenType.name !== "LeftBrace" || before === undefined) return [token];
    const at = { startOffset: before.endOffset + 1, endOffset: before.endOffset };
    return [{ ...blank, ...at }, token];
  });
}

function build(report: Report, raw: RawNode): KdlNode {
  const frame = noted.get(raw);
  if (frame?.arguments.length !== raw.values.length) throw new Error("an argument without a place");
  for (const tag of frame.tags) {
    report.error("type-annotation", tag, "a Guardfile has no type annotations", {
      hint: "remove the parentheses and what is in them",
    });
  }
  return {
    name: raw.name,
    nameSpan: report.span(frame.name),
    arguments: raw.values.map((value, index) => argument(report, value, frame.arguments[index])),
    properties: properties(report, frame),
    children: frame.hasBlock ? raw.children.map((child) => build(report, child)) : null,
    span: report.span({ start: frame.name.start, end: frame.end }),
  };
}

function argument(report: Report, value: KdlArgument["value"], range?: Range): KdlArgument {
  const { start, end } = range as Range;
  const span = report.span({ start, end });
  if (typeof value === "string" && value.includes("__proto__")) {
    report.error("proto", span, "`__proto__` may not stand in a Guardfile");
  }
  return { value, isBare: !report.text.slice(start, end).includes('"'), span };
}

function properties(report: Report, frame: Frame): KdlProperty[] {
  const seen = new Map<string, Range>();
  return frame.properties.map(({ name, range }) => {
    const first = seen.get(name);
    if (first) {
      report.error("duplicate-property", range, `the property "${name}" is given twice`, {
        related: report.related(report.span(first), "first given here"),
      });
    } else seen.set(name, range);
    return { name, span: report.span(range) };
  });
}

const V1_KEYWORDS = new Set(["true", "false", "null", "inf", "-inf", "nan"]);

function reportSyntax(report: Report, error: ParserError): void {
  const { token } = error;
  if (token === undefined || Number.isNaN(token.startOffset) || token.tokenType.name === "EOF") {
    const end = report.text.length;
    report.error("syntax", { start: end, end }, "the file ends in the middle of a sentence");
    return;
  }
  const range = { start: token.startOffset, end: token.endOffset + 1 };
  if (V1_KEYWORDS.has(token.image)) {
    const message = `a bare ${token.image} is KDL 1; KDL 2 has no such word`;
    report.error("kdl-1", range, message, { hint: `write it in quotes: "${token.image}"` });
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

/** Replaces a rule's core by one that sees its first token and which of its calls in the grammar is under way. */
function wrap(
  rule: Rule,
  around: (core: () => unknown, first: Token, call: number) => unknown,
): void {
  const { coreRule } = rule;
  rule.coreRule = function wrapped(...args) {
    return around(() => coreRule.apply(this, args), this.LA(1), this.subruleIdx);
  };
}

const typeAt = (ahead: number) => parser.LA(ahead).tokenType.name;
const rangeTo = (first: Token, ahead: number): Range => ({
  start: first.startOffset,
  end: parser.LA(ahead).endOffset + 1,
});

/** What a rule that is only tried throws: chevrotain reads it as "does not match". */
const MISMATCH = Object.assign(new Error("not this"), { name: "MismatchedTokenException" });

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
function stringEnd(): number {
  if (PLAIN_STRINGS.has(typeAt(1))) return 1;
  if (typeAt(1) !== "OpenQuote" && typeAt(1) !== "MultiLineOpenQuote") return 0;
  let ahead = 2;
  while (!CLOSERS.has(typeAt(ahead)) && typeAt(ahead) !== "EOF") ahead += 1;
  return ahead;
}

/** Whether a string and an `=` follow, with nothing but space between. */
function isPropertyAhead(): boolean {
  let ahead = stringEnd();
  if (ahead === 0) return false;
  for (let isHidden = false; ; ) {
    ahead += 1;
    const type = typeAt(ahead);
    if (type === "EscLine") isHidden = true;
    else if (isHidden && type === "NewLine") isHidden = false;
    else if (!COMMENT.has(type) && !(isHidden && type === "LineComment")) return type === "Equals";
  }
}

/** kdljs tries a property, then an argument, at each entry; parsing them twice is what made it slow. */
function settle(matches: boolean): void {
  if (!matches) throw MISMATCH;
}

function tagAhead(first: Token): Range | null {
  if (first.tokenType.name !== "LeftParenthesis") return null;
  let ahead = 1;
  while (typeAt(ahead) !== "RightParenthesis" && typeAt(ahead) !== "EOF") ahead += 1;
  return rangeTo(first, typeAt(ahead) === "EOF" ? 1 : ahead);
}

wrap(parser.node, (core, first) => {
  const tag = tagAhead(first);
  const name = tag ?? rangeTo(first, Math.max(1, stringEnd()));
  const tags = tag ? [tag] : [];
  const frame = { name, end: name.end, arguments: [], properties: [], tags, hasBlock: false };
  frames.push(frame);
  const node = core();
  frames.pop();
  noted.set(node, frame);
  return node;
});

wrap(parser.argument, (core, first, call) => {
  if (parser.isBackTracking()) {
    return settle(
      PLAIN_STRINGS.has(first.tokenType.name) || OTHER_VALUES.has(first.tokenType.name),
    );
  }
  const tag = tagAhead(first);
  const result = core();
  const frame = frames.at(-1);
  // The grammar's second call is the one behind a slash-dash: what it reads does not exist.
  if (frame && call === 0) {
    if (tag) frame.tags.push(tag);
    const range = rangeTo(first, 0);
    frame.end = range.end;
    if (!isInProperty) frame.arguments.push(range);
  }
  return result;
});

wrap(parser.property, (core, first, call) => {
  if (parser.isBackTracking()) return settle(isPropertyAhead());
  isInProperty = true;
  const result = core() as [string];
  isInProperty = false;
  if (call === 0) frames.at(-1)?.properties.push({ name: result[0], range: rangeTo(first, 0) });
  return result;
});

wrap(parser.nodeChildren, (core, _first, call) => {
  const frame = frames.at(-1);
  if (frame && call === 0) frame.hasBlock = true;
  return core();
});

wrap(parser.unicodeEscape, (core, first) => {
  core();
  return String.fromCodePoint(Number.parseInt(first.image.slice(3, -1), 16));
});
