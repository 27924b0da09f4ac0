// Turns an argv into one line that a person can read and a POSIX shell would split the same way; for display only.
import { clipped } from "./printable.ts";

/** Most words. The others are looked at again, since V8 takes long to build the set of all letters. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

function isPlain(word: string): boolean {
  return PLAIN.test(word) || /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word);
}

/** One word as it would be typed; single quotes where anything but plain letters stands in it. */
function quoted(word: string): string {
  const shown = clipped(word);
  if (isPlain(word)) return shown;
  return `'${shown.replaceAll("'", "'\\''")}'`;
}

/**
 * Shows argv as a command line. Nothing ever runs this text.
 * @param argv words, root word or binary first
 * @param limit words that are shown
 * @returns the quoted and escaped words, and `…(+N)` where N words were cut
 */
export function invocationText(argv: readonly string[], limit = 40): string {
  const shown = argv.slice(0, limit).map(quoted);
  if (argv.length > limit) shown.push(`…(+${argv.length - limit})`);
  return shown.join(" ");
}
