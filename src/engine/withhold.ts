// The text of a Guardfile that doesn't parse → the root words that it speaks of, as far as they can be seen.
// A higher file with an error withholds these words from every lower place; one word that can't be read for sure means all.

/** `wrap` as a word of its own, quoted or not; a comment or a string that holds it only withholds more. */
const WRAP = /(?<![^\s\u0085;{}()"/*-])"?\bwrap\b"?(?![^\s"#\\/;{}(])/g;
/** The word behind it: plain, or in quotes and without an escape. */
const ROOT = /^[^\S\n\r]+(?:"([^"\\\s]+)"|([^\s"\\/(){}[\];#=]+))(?=\s)/;

/**
 * @param text of the file
 * @returns the root words, each once; null where there are none to be seen, or one of them can't be told: it may be any
 */
export function seenRoots(text: string): readonly string[] | null {
  const roots = [...text.matchAll(WRAP)].map((found) => {
    const word = ROOT.exec(text.slice(found.index + found[0].length));
    return word?.[1] ?? word?.[2] ?? null;
  });
  if (roots.length === 0 || roots.includes(null)) return null;
  return [...new Set(roots.filter((root) => root !== null))];
}
