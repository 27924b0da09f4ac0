// A word that nobody knows → the known word that was most likely meant.

const LONGEST = 64;

/** Edits between two short words; a swap of two neighbours counts once. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let best = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      best = Math.min(best, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(isSwap ? Math.min(best, (before[j - 2] ?? 0) + 1) : best);
    }
    before = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

/** How far a word is from a known one, or from a part of it (`flagg` is near to `deny-flag`); stops at a bound. */
function farness(word: string, known: string, bound: number): number {
  let least = bound;
  for (const [index, part] of [known, ...known.split(/[- ]/)].entries()) {
    const handicap = index === 0 ? 0 : 0.5;
    if (Math.abs(part.length - word.length) + handicap >= least) continue;
    least = Math.min(least, distance(word, part) + handicap);
  }
  return least;
}

/**
 * @param known in the order of preference
 * @returns the nearest known word; null where none is within a third of the word's length
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > LONGEST) return null;
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.6;
  for (const candidate of known) {
    const far = farness(word.toLowerCase(), candidate, least);
    if (far < least) {
      best = candidate;
      least = far;
    }
  }
  return best;
}

/**
 * For words of a command line, where a part of another word is no help (`rebase` is no `merge-base`).
 * @param known in the order of preference
 * @returns the known word with the same first letter within an edit, or within two of a longer word; null where there is none
 */
export function nearSpelling(word: string, known: readonly string[]): string | null {
  if (word.length > LONGEST) return null;
  const bound = word.length < 6 ? 1 : 2;
  const near = known
    .filter((one) => one[0] === word[0] && Math.abs(one.length - word.length) <= bound)
    .map((one) => ({ one, far: distance(word, one) }))
    .filter(({ far }) => far <= bound);
  return near.sort((a, b) => a.far - b.far)[0]?.one ?? null;
}
