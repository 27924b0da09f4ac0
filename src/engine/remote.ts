// Encodes words so that the shell of a far host, whichever it is, reads back exactly those words.
//
// 1. dash, bash, zsh, ksh, mksh, ash and fish must read the same; `'…'` and `"…"` hold no `\`, `!` or `#`.
// 2. csh and tcsh must read the same or fail. They refuse a newline inside quotes, but go on with the next
//    line, so each newline is quoted with a quote that leaves every line unmatched for them (`nextQuote`).
// 3. No `\` stands behind a byte outside ASCII: in GBK, Big5 and Shift_JIS it would be half a character.
// 4. No two `'…'` touch: under RC_QUOTES zsh reads `''` as one quote.
// 5. A first word is more: an assignment, an option of the shell itself, a reserved word, an alias. It is
//    quoted as well; fish's keywords stay keywords when quoted, so those are refused.

import { quote } from "shell-quote";

export type RemoteEncoding =
  | { readonly ok: true; readonly tokens: string[] }
  | { readonly ok: false; readonly index: number; readonly problem: string };

/** Keywords of fish and zsh's `-`, which no quoting takes their meaning from; so for `%x`, a job of bash. */
const KEYWORD_WORDS =
  // `{`, `}` and `in` lose their meaning in quotes.
  "- ! and begin case else end for function if not or switch time while";
const KEYWORD = new Set(KEYWORD_WORDS.split(" "));

/** Reserved words and preset aliases of bash, zsh, ksh, mksh and tcsh, which quoting does disarm. */
const DISARMED_WORDS =
  "coproc do done elif esac fi foreach in nocorrect repeat select then until " +
  "autoload compound enum float functions hash history integer local login nameref nohup r " +
  "redirect run-help stop suspend times type typeset which-command " +
  "breaksw default endif endsw goto nice onintr";
const DISARMED = new Set(DISARMED_WORDS.split(" "));

const PLAIN = /^[A-Za-z0-9_/.,:=@+-]+$/;

/** `=` where zsh would look up a command, or expand in an argument that looks like an assignment. */
const RISKY_EQUALS = /^=|[:=]=/;

/** Where a plain first word is an assignment, an option of the shell, or a label or builtin of csh. */
const RISKY_FIRST = /^[-+@]|=|:$/;

/** What of shell-quote's output means the same to every shell above. */
const PORTABLE =
  /[A-Za-z0-9_/.,:=@+-]+|\\[#$&()*,:;<=>?@[\\\]^{|}~!]|'[^'\\!#\n]*'|"[^"\\$`!#\n]*"/g;

const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Pieces of a word that are encoded apart: `'`s, one newline, one of `\`, `!` and `#`, or a run of all else. */
const PIECES = /'+|\n|[\\!#]|[^'\\!#\n]+/g;

/** Plain in any place, the first included, once a leading sign is seen to. */
const PLAIN_PIECE = /^[A-Za-z0-9_/.,][A-Za-z0-9_/.,+-]*$/;

/**
 * Encodes each word for a far shell that splits and expands the words joined by blanks.
 * @param words the argv wanted on the far side; the first names the program
 * @returns one token a word, or the first word that no encoding can carry
 */
export function encodeRemote(words: readonly string[]): RemoteEncoding {
  const tokens: string[] = [];
  let quoteOfCsh = "";
  for (const [index, word] of words.entries()) {
    const problem = problemOf(word, index === 0);
    if (problem !== null) return { ok: false, index, problem };
    const token = encodeWord(word, index === 0, quoteOfCsh);
    quoteOfCsh = followCsh(token, quoteOfCsh);
    tokens.push(token);
  }
  return { ok: true, tokens };
}

function problemOf(word: string, isFirst: boolean): string | null {
  if (word.includes("\0")) return "a NUL can't be part of an argument";
  if (LONE_SURROGATE.test(word)) return "half of a surrogate pair is not text";
  if (isFirst && word === "") return "an empty word names no program on the far host";
  if (isFirst && (KEYWORD.has(word) || word.startsWith("%"))) {
    return `a far shell may read "${word}" as its own keyword: name the program by its path`;
  }
  return null;
}

function encodeWord(word: string, isFirst: boolean, quoteOfCsh: string): string {
  if (word === "") return "''";
  if (isFirst && DISARMED.has(word)) return `'${word}'`;
  const isRisky = (isFirst && RISKY_FIRST.test(word)) || RISKY_EQUALS.test(word);
  if (PLAIN.test(word) && !isRisky) return word;
  const quoted = quote([word]);
  if (isPortable(quoted) && !(isFirst && RISKY_FIRST.test(quoted[0] ?? ""))) return quoted;
  return encodePieces(word, quoteOfCsh);
}

function isPortable(quoted: string): boolean {
  return quoted.replace(PORTABLE, "") === "";
}

function encodePieces(word: string, quoteOfCsh: string): string {
  let token = "";
  let open = quoteOfCsh;
  for (const [piece] of word.matchAll(PIECES)) {
    let encoded = encodePiece(piece, open);
    // An empty pair keeps two single quotes apart (rule 4).
    if (token.endsWith("'") && encoded.startsWith("'")) encoded = `""${encoded}`;
    token += encoded;
    open = followCsh(encoded, open);
  }
  return token;
}

function encodePiece(piece: string, quoteOfCsh: string): string {
  if (piece === "\n") return `${nextQuote(quoteOfCsh)}\n${nextQuote(quoteOfCsh)}`;
  if (/^[\\!#]/.test(piece)) return `\\${piece}`;
  if (piece.startsWith("'")) return `"${piece}"`;
  return PLAIN_PIECE.test(piece) ? piece : `'${piece}'`;
}

/** The quote for a newline that csh does not see as the end of what it thinks is quoted. */
function nextQuote(quoteOfCsh: string): string {
  return quoteOfCsh === "'" ? '"' : "'";
}

/**
 * Follows csh's own scan: behind a newline it starts afresh and takes our closing quote for an opening one.
 * From there no piece leads it out again: a piece `q…q` without `q` inside ends in `q` or in another quote,
 * and no comment hides a quote, since each `#` has its `\\` before it.
 * @returns the quote csh is in at the end of the text, empty where in none
 */
function followCsh(text: string, quoteOfCsh: string): string {
  let open = quoteOfCsh;
  for (const character of text) {
    if (character === "\n") open = "";
    else if (character === open) open = "";
    else if (open === "" && "'\"`".includes(character)) open = character;
  }
  return open;
}
