// What decide is told about the world: data and pure functions, never the world itself.

import type { BinaryFacts } from "../model/catalogue.ts";
import type { Answer } from "../model/decision.ts";

export interface Facts {
  /**
   * @param bin a binary as a Guardfile names it
   * @returns what the catalogue knows of it, or null: then its flags are read the careful way
   */
  catalogue(bin: string): BinaryFacts | null;
  /**
   * @param pattern RE2 source that the parser accepted
   * @param text one positional
   * @returns whether the pattern matches the whole text; must take linear time
   */
  matchWhole(pattern: string, text: string): boolean;
  /** Outputs of the `shell` guards that were asked so far, by `shellKey`. */
  readonly shell: ReadonlyMap<string, Answer>;
  /** Values of the env providers that were asked so far, by `envKey`. */
  readonly env: ReadonlyMap<string, Answer>;
}

/** No catalogue, no answers, and no pattern matches: enough for a policy without any of them. */
export const bareFacts: Facts = {
  catalogue: () => null,
  matchWhole: () => false,
  shell: new Map(),
  env: new Map(),
};

export function shellKey(argv: readonly string[]): string {
  return JSON.stringify(argv);
}

export function envKey(provider: string, address: string): string {
  return JSON.stringify([provider, address]);
}
