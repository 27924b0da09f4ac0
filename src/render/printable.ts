// Turns untrusted text into text that cannot move, colour or mislead a terminal: every such character becomes `\u{…}`.
// 1. Controls: C0, DEL and C1, so tabs, newlines and ESC too: one call prints on one line.
// 2. What reorders or hides text: bidi marks, zero-width and tag characters, soft hyphens, line separators, fillers,
//    blanks other than the plain one, marks without a letter under them or in a pile, and what no font is agreed on.
// 3. Lone surrogates, which an encoder would replace in silence.

/** Most texts. They are not looked at any further, since V8 takes long to build the set of all unsafe characters. */
const PLAIN = /^[ -~]*$/;

/**
 * Escapes everything in a text that is not plainly visible where it stands.
 * @param text anything that a file, a caller, a variable or a child wrote
 * @returns the readable part unchanged; each unsafe character as `\u{` + lower-case hex + `}`
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  const unsafe =
    /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]|(?! )\p{Zs}|(?<![\p{L}\p{N}\p{S}\p{M}])\p{M}+|(?<=\p{M}{4})\p{M}/gu;
  return text.replace(unsafe, (found) => [...found].map(escaped).join(""));
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * As `printable`, and no longer than a reader will read.
 * @param text as for `printable`
 * @param limit code points of the text that are kept
 * @returns the head, and `…(+N)` where N code points were cut
 */
export function clipped(text: string, limit = 160): string {
  const points = [...text];
  if (points.length <= limit) return printable(text);
  return `${printable(points.slice(0, limit).join(""))}…(+${points.length - limit})`;
}

/**
 * Escapes a sentence that quotes words of any length: each long word is cut, and so is the middle of a long sentence.
 * @param text written by us around what a caller or a file wrote
 * @param limit code points of the whole that are kept
 */
export function sentence(text: string, limit = 1000): string {
  const points = [...text.replace(/\S{161,}/gu, (word) => cutMiddle([...word], 160))];
  return printable(cutMiddle(points, limit));
}

/** The head and some of the tail, where our own words stand again. */
function cutMiddle(points: readonly string[], limit: number): string {
  if (points.length <= limit) return points.join("");
  const tail = Math.floor(limit / 4);
  const head = points.slice(0, limit - tail).join("");
  return `${head}…(+${points.length - limit})…${points.slice(-tail).join("")}`;
}
