// Text that passed the scan → KDL nodes with spans, or diagnostics; the only importer of kdljs.
//
// - kdljs keeps no positions: its node, argument, property and block rules are wrapped, once, to note their tokens.
// - Rejected here: type annotations, duplicate properties (kdljs keeps the last in silence), hidden `__proto__`.
// - Mended here: characters beyond U+FFFF in escapes, which kdljs cuts to 16 bits.

import { lexer, parser, type Rule, type Token } from "kdljs/src/parser/kdl.js";
import type { KdlArgument, KdlNode, KdlProperty } from "./document.ts";
import { canStartValue, isPropertyAhead, stringEnd } from "./kdl-lookahead.ts";
import { reportSyntax } from "./kdl-syntax.ts";
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
/** The property under way: one that counts, or one behind a slash-dash. */
let property: "none" | "kept" | "dropped" = "none";

/** A text this long is not parsed again behind a syntax error, nor any text more often than this. */
const MAX_REPAIRED = 16 * 1024;
const MAX_REPAIRS = 10;
/** Words that a text may simply be read without; a brace or a quote would change all that follows. */
const REPAIRABLE =
  /^(?:Identifier|Equals|SemiColon|Boolean|Null|FloatKeyword|Float|Integer|RawString)$/;

/**
 * Reads a text. Behind a syntax error it goes on without the word that did not fit, to find what else is wrong.
 * @param report holds the text, and takes every error found in it
 * @returns the top-level nodes, of what could be read; null where the text is no KDL document
 */
export function readKdl(report: Report): readonly KdlNode[] | null {
  if (!scan(report)) return null;
  try {
    let { text } = report;
    for (let repairs = 0; ; repairs++) {
      const { nodes, misfit } = parse(text);
      if (misfit === null) return nodes.map((node) => build(report, node));
      reportSyntax(report, misfit);
      const isLast = repairs === MAX_REPAIRS || text.length > MAX_REPAIRED;
      if (isLast || !REPAIRABLE.test(misfit.tokenType.name)) return null;
      const { startOffset, endOffset, image } = misfit;
      text = text.slice(0, startOffset) + " ".repeat(image.length) + text.slice(endOffset + 1);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    report.error("unreadable", { start: 0, end: 0 }, `the KDL parser gave up: ${why}`);
    return null;
  } finally {
    parser.input = [];
    noted = new Map();
  }
}

/** @returns the nodes, or the token that does not fit; what the scan passed has no lexical errors */
function parse(text: string): { nodes: readonly RawNode[]; misfit: Token | null } {
  frames = [];
  noted = new Map();
  property = "none";
  const { tokens, errors } = lexer.tokenize(text);
  if (errors[0])
    throw new Error(`nothing is known that starts at character ${errors[0].offset + 1}`);
  parser.input = spaced(tokens);
  const nodes = parser.document() as readonly RawNode[];
  const [error] = parser.errors;
  if (error === undefined) return { nodes, misfit: null };
  if (error.token === undefined) throw error;
  return { nodes: [], misfit: error.token };
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
  refuseProto(report, raw.name, frame.name);
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
  if (typeof value === "string") refuseProto(report, value, { start, end });
  const isBare = !report.text.slice(start, end).includes('"');
  return { value, isBare, span: report.span({ start, end }) };
}

/** The scan finds the word where it is written out; escapes can hide it. */
function refuseProto(report: Report, text: string, range: Range): void {
  if (!text.includes("__proto__")) return;
  report.error("proto", range, "`__proto__` may not stand in a Guardfile");
}

function properties(report: Report, frame: Frame): KdlProperty[] {
  const seen = new Map<string, Range>();
  return frame.properties.map(({ name, range }) => {
    refuseProto(report, name, range);
    const first = seen.get(name);
    if (first) {
      report.error("duplicate-property", range, `the property "${name}" is given twice`, {
        related: report.related(report.span(first), "first given here"),
      });
    } else seen.set(name, range);
    return { name, span: report.span(range) };
  });
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

/** The kind of a token ahead; 1 is the next one. */
const typeAt = (ahead: number) => parser.LA(ahead).tokenType.name;
const rangeTo = (first: Token, ahead: number): Range => ({
  start: first.startOffset,
  end: parser.LA(ahead).endOffset + 1,
});

/** What a rule that is only tried throws: chevrotain reads it as "does not match". */
const MISMATCH = Object.assign(new Error("not this"), { name: "MismatchedTokenException" });

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
  const name = tag ?? rangeTo(first, Math.max(1, stringEnd(typeAt)));
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
    return settle(canStartValue(first.tokenType.name));
  }
  const tag = tagAhead(first);
  const result = core();
  const frame = frames.at(-1);
  // The grammar's second call is the one behind a slash-dash: what it reads does not exist.
  if (frame && call === 0 && property !== "dropped") {
    if (tag) frame.tags.push(tag);
    const range = rangeTo(first, 0);
    frame.end = range.end;
    if (property === "none") frame.arguments.push(range);
  }
  return result;
});

wrap(parser.property, (core, first, call) => {
  if (parser.isBackTracking()) return settle(isPropertyAhead(typeAt));
  property = call === 0 ? "kept" : "dropped";
  const result = core() as [string];
  property = "none";
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
