// What was found on the disk → the same again within one turn of the event loop, for a program that asks for it several times.
//
// Whatever a program waits for (a guard, an answer, a child) ends the turn. A library's turns are its caller's: there
// nothing is remembered.

let isRemembering = false;
const memories = new Set<Map<string, unknown>>();

/** From now on; for a program that answers one call. */
export function rememberWithinTurns(): void {
  isRemembering = true;
}

/** Values by their keys, for the rest of the turn in which they were found. */
export class OneTurn<Value> {
  readonly #values = new Map<string, Value>();

  /** @returns undefined where nothing is known by now */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    if (!isRemembering) return;
    if (memories.size === 0) setImmediate(forget);
    memories.add(this.#values);
    this.#values.set(key, value);
  }

  /** For whoever changes what was found. */
  clear(): void {
    this.#values.clear();
  }
}

function forget(): void {
  for (const values of memories) values.clear();
  memories.clear();
}
