// Text → yes or no: one linear pass that finds every lexical error and every limit before kdljs sees the text.
//
// - It reads tokens exactly as KDL 2 does, so that a brace in a string or a comment counts for nothing.
// - What it passes holds no lexical error: kdljs is quadratic on some of those, and throws on others.
// - Limits: 32 levels, 10,000 nodes, 4,096 arguments a node and 50,000 in all, comment depth 32, 16 `#` in a row.

import {
  BLANK_RUN,
  DISALLOWED,
  findFrom,
  LOOKS_LIKE_NUMBER,
  matchAt,
  NEWLINE,
  NEXT_NEWLINE,
  NUMBER,
  WORD_RUN,
} from "./characters.ts";
import type { Report } from "./report.ts";
import { scanQuoted, scanRaw } from "./scan-string.ts";

export const MAX_LEVELS = 32;
export const MAX_NODES = 10_000;
export const MAX_ARGUMENTS = 4096;
/** In all nodes together: what keeps the parse of the worst text well below two seconds. */
export const MAX_TOTAL = 50_000;
export const MAX_COMMENT_DEPTH = 32;
export const MAX_HASHES = 16;

/** The most lexical errors that are worth collecting: what holds more is not a Guardfile. */
const MAX_ERRORS = 1000;

const KEYWORD = /#(?:true|false|null|inf|-inf|nan)(?![^\s"#()/;=[\]\\{}])/y;
const HASH_RUN = /#+/y;
const COMMENT_MARK = /\/\*|\*\//g;

/**
 * @param report holds the text, and takes what is found
 * @returns whether kdljs may see the text
 */
export function scan(report: Report): boolean {
  const before = report.diagnostics.length;
  checkCharacters(report);
  if (report.diagnostics.length === before) new Scanner(report).run();
  return report.diagnostics.length === before;
}

function checkCharacters(report: Report): void {
  for (const found of report.text.matchAll(DISALLOWED)) {
    const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const range = { start: found.index, end: found.index + found[0].length };
    report.error("bad-character", range, `U+${code} may not stand in a Guardfile`, {
      hint: `in a quoted string it can be written as \\u{${code.toLowerCase()}}`,
    });
  }
  for (const found of report.text.matchAll(/__proto__/g)) {
    const range = { start: found.index, end: found.index + found[0].length };
    report.error("proto", range, "`__proto__` may not stand in a Guardfile");
  }
}

class Scanner {
  readonly #report: Report;
  readonly #text: string;
  #at = 0;
  readonly #open: number[] = [];
  #nodes = 0;
  #entries = 0;
  #total = 0;
  #isInNode = false;

  constructor(report: Report) {
    this.#report = report;
    this.#text = report.text;
  }

  run(): void {
    while (this.#at < this.#text.length) {
      this.#step();
      if (this.#report.diagnostics.length >= MAX_ERRORS)
        this.#limit(this.#at, "too many errors, so the rest is not read");
    }
    for (const start of this.#open) {
      this.#error("unclosed-block", start, start + 1, "this block is never closed", "add a `}`");
    }
  }

  #step(): void {
    const char = this.#text[this.#at] ?? "";
    const blank = matchAt(BLANK_RUN, this.#text, this.#at);
    const newline = blank === 0 ? matchAt(NEWLINE, this.#text, this.#at) : 0;
    if (blank > 0) this.#at += blank;
    else if (newline > 0) this.#endNode(newline);
    else if (char === "/") this.#slash();
    else if (char === "\\") this.#continueLine();
    else if (char === "{") this.#openBlock();
    else if (char === "}") this.#closeBlock();
    else if (char === ";") this.#endNode(1);
    else if (char === "=" || char === "(" || char === ")") this.#at += 1;
    else if (char === '"') this.#value(scanQuoted(this.#report, this.#at));
    else if (char === "#") this.#hash();
    else this.#word();
  }

  #endNode(length: number): void {
    this.#isInNode = false;
    this.#at += length;
  }

  /** Counts a value as a node's name or as an argument, and goes on behind it. */
  #value(end: number): void {
    const start = this.#at;
    this.#at = end;
    if (!this.#isInNode) {
      this.#isInNode = true;
      this.#entries = 0;
      this.#nodes += 1;
      if (this.#nodes > MAX_NODES) this.#limit(start, "more than 10,000 nodes");
      return;
    }
    this.#entries += 1;
    this.#total += 1;
    if (this.#total > MAX_TOTAL) this.#limit(start, "more than 50,000 arguments in all");
    if (this.#entries > MAX_ARGUMENTS) this.#limit(start, "more than 4,096 arguments in one node");
  }

  #openBlock(): void {
    this.#open.push(this.#at);
    if (this.#open.length > MAX_LEVELS) {
      this.#limit(this.#at, "blocks nested deeper than 32 levels");
      this.#open.length = 0;
    } else this.#endNode(1);
  }

  #closeBlock(): void {
    if (this.#open.pop() === undefined) {
      this.#error(
        "stray-brace",
        this.#at,
        this.#at + 1,
        "no block is open here",
        "remove this `}`",
      );
    }
    this.#endNode(1);
  }

  #slash(): void {
    const next = this.#text[this.#at + 1];
    if (next === "-") this.#at += 2;
    else if (next === "/") this.#at = findFrom(NEXT_NEWLINE, this.#text, this.#at);
    else if (next === "*") this.#comment();
    else {
      this.#error(
        "bad-slash",
        this.#at,
        this.#at + 1,
        "a bare `/` can't stand here",
        'a path stands in quotes, and a program\'s is absolute: `exec "/opt/app/bin/tool"`',
      );
      this.#at += 1;
    }
  }

  #comment(): void {
    const start = this.#at;
    let depth = 0;
    COMMENT_MARK.lastIndex = start;
    for (let mark = COMMENT_MARK.exec(this.#text); mark; mark = COMMENT_MARK.exec(this.#text)) {
      depth += mark[0] === "/*" ? 1 : -1;
      if (depth > MAX_COMMENT_DEPTH) {
        this.#limit(mark.index, "comments nested deeper than 32");
        return;
      }
      if (depth === 0) {
        this.#at = COMMENT_MARK.lastIndex;
        return;
      }
    }
    this.#error("unclosed-comment", start, start + 2, "this comment is never closed", "add `*/`");
    this.#at = this.#text.length;
  }

  /** A backslash outside a string: blanks and comments, then the newline that it hides. */
  #continueLine(): void {
    const start = this.#at;
    this.#at += 1;
    for (;;) {
      const blank = matchAt(BLANK_RUN, this.#text, this.#at);
      if (blank > 0) this.#at += blank;
      else if (this.#text.startsWith("/*", this.#at)) this.#comment();
      else break;
    }
    if (this.#text.startsWith("//", this.#at)) this.#slash();
    const newline = matchAt(NEWLINE, this.#text, this.#at);
    this.#at += newline;
    if (newline > 0 || this.#at >= this.#text.length) return;
    const message = "a backslash outside quotes continues the line, so nothing may follow it here";
    this.#error("bad-continuation", start, start + 1, message, "quote the word that holds it");
  }

  #hash(): void {
    const run = matchAt(HASH_RUN, this.#text, this.#at);
    const keyword = matchAt(KEYWORD, this.#text, this.#at);
    if (run > MAX_HASHES) this.#limit(this.#at, "more than 16 `#` in a row");
    else if (keyword > 0) this.#value(this.#at + keyword);
    else if (this.#text[this.#at + run] === '"') {
      this.#value(scanRaw(this.#report, this.#at, run));
    } else this.#strayHash(run);
  }

  #strayHash(run: number): void {
    const end = this.#at + run + matchAt(WORD_RUN, this.#text, this.#at + run);
    const message = '`#` starts a keyword (`#true`) or a raw string (`#"…"#`), and this is neither';
    this.#error("bad-hash", this.#at, end, message, "quote the word; a comment starts with `//`");
    this.#value(end);
  }

  #word(): void {
    const end = this.#at + Math.max(1, matchAt(WORD_RUN, this.#text, this.#at));
    const word = this.#text.slice(this.#at, end);
    if (word === "[" || word === "]") {
      this.#error(
        "bad-bracket",
        this.#at,
        end,
        `a bare \`${word}\` starts nothing`,
        `quote the word`,
      );
    } else if (LOOKS_LIKE_NUMBER.test(word) && !NUMBER.test(word)) {
      const message = "a bare word that starts like a number must be a number";
      this.#error("bad-number", this.#at, end, message, `write it in quotes: "${word}"`);
    }
    this.#value(end);
  }

  #limit(at: number, message: string): void {
    this.#error("limit", at, at + 1, message, "a file beyond this limit is not read");
    this.#at = this.#text.length;
    this.#open.length = 0;
  }

  #error(code: string, start: number, end: number, message: string, hint: string): void {
    this.#report.error(code, { start, end }, message, { hint });
  }
}
