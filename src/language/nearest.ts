// A word that nobody knows → the known word that was most likely meant.

/** Edits between two words; a swap of two neighbours counts once. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= from.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const steps = [cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (isSame ? 0 : 1)];
      if (isSwap) steps.push(cell(i - 2, j - 2) + 1);
      (rows[i] as number[]).push(Math.min(...steps));
    }
  }
  return cell(from.length, to.length);
}

/** How far a word is from a known one or from one of its parts (`flagg` is near to `deny-flag`). */
function farness(word: string, known: string): number {
  const parts = known.split(/[- ]/);
  const ofParts = parts.length > 1 ? parts.map((part) => distance(word, part) + 0.5) : [];
  return Math.min(distance(word, known), ...ofParts);
}

/**
 * @param known in the order of preference
 * @returns the nearest known word; null where none is near
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > 64) return null;
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.6;
  for (const candidate of known) {
    const far = farness(word.toLowerCase(), candidate);
    if (far < least) {
      best = candidate;
      least = far;
    }
  }
  return best;
}
