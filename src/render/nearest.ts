// Finds the known name that a mistyped one most likely meant.

const LONGEST = 64;

/** Edits (insert, remove, replace, swap neighbours) between two short words; stops counting above `bound`. */
function distance(a: string, b: string, bound: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min(
        (last[j] ?? bound) + 1,
        (row[j - 1] ?? bound) + 1,
        (last[j - 1] ?? bound) + (isSame ? 0 : 1),
      );
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) best = Math.min(best, (before[j - 2] ?? bound) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? bound;
}

/**
 * @param typed the unknown name
 * @param known the names that would have been right, in order of preference
 * @returns the nearest of them, or null where none is within a third of the word's length (at least one edit)
 */
export function nearest(typed: string, known: Iterable<string>): string | null {
  if (typed.length === 0 || typed.length > LONGEST) return null;
  const bound = Math.max(1, Math.floor(typed.length / 3));
  let found: string | null = null;
  let best = bound + 1;
  for (const name of known) {
    if (Math.abs(name.length - typed.length) > bound || name === typed) continue;
    const edits = distance(typed, name, best);
    if (edits < best) [found, best] = [name, edits];
  }
  return found;
}
