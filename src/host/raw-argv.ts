// Turns the words that Node made of the command line into the places of those whose bytes were not UTF-8.
// - Node puts U+FFFD for such bytes, so a word with it is compared with what the kernel was handed.
// - Where the kernel's copy can't be read or does not fit, every word with U+FFFD counts: fail closed.

import { readFileSync } from "node:fs";

/**
 * @param args the last words of this process's command line: `process.argv.slice(2)`
 * @param readCommandLine reads the NUL-terminated words as the kernel has them
 * @returns indices into `args` of the words that were not UTF-8
 */
export function findNotUtf8(
  args: readonly string[],
  readCommandLine: () => Uint8Array = () => readFileSync("/proc/self/cmdline"),
): number[] {
  const suspects = [...args.keys()].filter((index) => args[index]?.includes("\ufffd"));
  if (suspects.length === 0) return [];
  const raw = lastWords(readCommandLine, args.length);
  return suspects.filter((index) => raw?.[index] !== args[index]);
}

/** The last words as strings; null for a word that is not UTF-8, or in place of all where they can't be read. */
function lastWords(read: () => Uint8Array, count: number): (string | null)[] | null {
  try {
    const bytes = read();
    const words: (string | null)[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(0, start);
      if (end < 0) return null;
      words.push(decode(bytes.subarray(start, end)));
      start = end + 1;
    }
    return words.length < count ? null : words.slice(words.length - count);
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
