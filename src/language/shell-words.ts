// One line of shell words → the words: blanks part them, quotes and backslashes keep them together, nothing is expanded.

/** `at` is an offset in the text. */
export type ShellWords =
  | { readonly words: readonly string[] }
  | { readonly problem: string; readonly at: number };

/**
 * Splits as a POSIX shell does, save that nothing is expanded and nothing is an operator: `$x`, `*`, `;` and `#` are
 * themselves.
 * @param text one command line without a newline outside quotes
 */
export function splitShellWords(text: string): ShellWords {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (/[ \t\n]/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    const piece = readPiece(text, at);
    if ("problem" in piece) return piece;
    if (piece.text !== null) word = (word ?? "") + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  return { words };
}

/** `text` is null for a backslash and a newline, which are nothing at all: not even an empty word. */
type Piece =
  | { readonly text: string | null; readonly end: number }
  | { readonly problem: string; readonly at: number };

/** One quoted stretch, one escaped character, or one plain character. */
function readPiece(text: string, at: number): Piece {
  const char = text[at] ?? "";
  if (char === "'") {
    const close = text.indexOf("'", at + 1);
    if (close < 0) return { problem: "a single quote is never closed", at };
    return { text: text.slice(at + 1, close), end: close + 1 };
  }
  if (char === '"') return readDoubleQuoted(text, at);
  if (char === "\\") {
    const next = text[at + 1];
    if (next === undefined) return { problem: "a backslash at the end escapes nothing", at };
    return { text: next === "\n" ? null : next, end: at + 2 };
  }
  return { text: char, end: at + 1 };
}

function readDoubleQuoted(text: string, start: number): Piece {
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === '"') return { text: value, end: at + 1 };
    const next = text[at + 1] ?? "";
    if (char === "\\" && next !== "" && '"\\$`\n'.includes(next)) {
      value += next === "\n" ? "" : next;
      at += 1;
    } else value += char;
  }
  return { problem: "a double quote is never closed", at: start };
}
