// A batch that a receiver rejects for good → the rows that it rejects, found by sending halves; the others it has taken.
//
// A receiver that takes none of a batch says nothing about rows: then nothing is set aside, and the way there is what is wrong.
import { ShipError } from "../../host/ship-send.ts";
import type { Linked } from "../../model/audit-row.ts";

export interface Sifted {
  readonly rejected: readonly Linked[];
  /** What the receiver said of the last of them. */
  readonly said: string;
}

/** So many rows one by one, and none taken: the others would fare alike. */
const ENOUGH = 64;

class Sifting {
  readonly rejected: Linked[] = [];
  readonly #deliver: (rows: readonly Linked[]) => Promise<void>;
  #last: ShipError | null = null;
  #hasTaken = false;

  constructor(deliver: (rows: readonly Linked[]) => Promise<void>) {
    this.#deliver = deliver;
  }

  get said(): string {
    return this.#last?.message ?? "";
  }

  async add(rows: readonly Linked[]): Promise<void> {
    try {
      await this.#deliver(rows);
      this.#hasTaken ||= rows.length > 0;
    } catch (error) {
      if (!(error instanceof ShipError) || error.rejected === null) throw error;
      this.#last = error;
      await this.#part(rows, error.rejected);
    }
  }

  async #part(rows: readonly Linked[], rejected: number): Promise<void> {
    if (rejected < rows.length) this.#hasTaken = true;
    if (rows.length === 1) {
      this.rejected.push(...rows);
      if (this.rejected.length >= ENOUGH) this.requireTaken();
      return;
    }
    const half = Math.ceil(rows.length / 2);
    await this.add(rows.slice(0, half));
    await this.add(rows.slice(half));
  }

  /** @throws ShipError where the receiver rejected all that it was sent */
  requireTaken(): void {
    if (this.#last !== null && !this.#hasTaken) throw this.#last;
  }
}

/**
 * @param deliver sends rows until they are taken; throws a ShipError that counts them where they are rejected for good
 * @returns the rejected ones, in their order
 * @throws ShipError where none of them was taken, and what `deliver` throws beside
 */
export async function sift(
  rows: readonly Linked[],
  deliver: (rows: readonly Linked[]) => Promise<void>,
): Promise<Sifted> {
  const sifting = new Sifting(deliver);
  await sifting.add(rows);
  sifting.requireTaken();
  return { rejected: sifting.rejected, said: sifting.said };
}
