// Durations → their percentiles, in as much memory as there are different magnitudes; at most 3 % off.

const EXACT = 64;
const STEPS = 32;

function slotOf(milliseconds: number): number {
  const value = Math.max(0, Math.floor(milliseconds));
  if (value < EXACT) return value;
  const octave = Math.floor(Math.log2(value)) - 5;
  return EXACT + (octave - 1) * STEPS + Math.floor(value / 2 ** octave) - STEPS;
}

/** The middle of what falls into a slot. */
function middleOf(slot: number): number {
  if (slot < EXACT) return slot;
  const octave = Math.floor((slot - EXACT) / STEPS) + 1;
  const step = ((slot - EXACT) % STEPS) + STEPS;
  return Math.floor((step + 0.5) * 2 ** octave);
}

export class Durations {
  readonly #slots = new Map<number, number>();
  #count = 0;

  add(milliseconds: number): void {
    const slot = slotOf(milliseconds);
    this.#slots.set(slot, (this.#slots.get(slot) ?? 0) + 1);
    this.#count += 1;
  }

  /**
   * @param part of the durations that are no longer: 0.5 for the median
   * @returns milliseconds; null where there are none
   */
  percentile(part: number): number | null {
    if (this.#count === 0) return null;
    let left = Math.ceil(part * this.#count);
    const slots = [...this.#slots].toSorted(([a], [b]) => a - b);
    for (const [slot, count] of slots) {
      left -= count;
      if (left <= 0) return middleOf(slot);
    }
    return null;
  }
}
