// A pattern → whether it can be one at all: a cheap check of its brackets, for where no matcher was handed in.

/** The longest `allow-arg-re` pattern, in UTF-16 units (trust.md T8). */
export const MAX_PATTERN = 1000;

/** @returns what is wrong with a pattern's brackets and escapes; null where nothing is */
export function checkShape(source: string): string | null {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === "\\") {
      at += 1;
      if (at === source.length) return "it ends in a backslash";
    } else if (char === "[") {
      const close = classEnd(source, at);
      if (close < 0) return "a `[` is never closed";
      at = close;
    } else if (char === "(") {
      if (/^\(\?(?:[=!>]|<[=!])/.test(source.slice(at, at + 4)))
        return "lookaround can't run in linear time";
      depth += 1;
    } else if (char === ")" && --depth < 0) return "a `)` closes nothing";
    else if (char !== undefined && "*+?".includes(char) && isAtStart(source, at)) {
      return `\`${char}\` repeats nothing`;
    }
  }
  return depth > 0 ? "a `(` is never closed" : null;
}

function classEnd(source: string, open: number): number {
  let at = open + (source[open + 1] === "^" ? 2 : 1);
  // A `]` that comes first is a member.
  for (let isFirst = true; at < source.length; at++, isFirst = false) {
    if (source[at] === "\\") at += 1;
    else if (source.startsWith("[:", at)) at = Math.max(at, source.indexOf(":]", at) + 1);
    else if (source[at] === "]" && !isFirst) return at;
  }
  return -1;
}

function isAtStart(source: string, at: number): boolean {
  const before = source[at - 1];
  if (at === 0) return true;
  if (before !== "(" && before !== "|") return false;
  return source[at - 2] !== "\\" && !(before === "(" && source[at] === "?");
}
