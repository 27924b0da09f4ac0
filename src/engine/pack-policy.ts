// A policy → lines of ASCII text in which what stands in many places is written once; unpack-policy.ts reads it back.
//
// The first line is the head: all of the file but its leaves, and their words. Then a line for each shared value, then
// one for each leaf. `{"=":n}` stands for the value of shared line n; no part of a policy looks like that.

import type { Span } from "../model/diagnostic.ts";
import type { Guardfile, Leaf, Wrap } from "../model/policy.ts";

/** What the tree has to know of each leaf: its words, and where they stand (line, column and offset of both ends). */
export type PackedLeaf = readonly [words: Leaf["words"], span: readonly number[]];

/** A wrap as it is in the head. */
export type PackedWrap = Omit<Wrap, "leaves"> & { readonly leaves: readonly PackedLeaf[] };

export interface PackedHead {
  readonly guardfile: Omit<Guardfile, "wraps">;
  readonly wraps: readonly PackedWrap[];
  /** How many lines of shared values there are. */
  readonly shared: number;
}

/** What is shorter as JSON than a reference is worth is written out. */
const SHORTEST = 16;

/** @returns lines without a newline at the end */
export function packGuardfile({ wraps, ...guardfile }: Guardfile): string {
  const packer = new Packer();
  const leaves = wraps.flatMap((wrap) => wrap.leaves);
  packer.count([wraps.map(({ leaves: _, ...rest }) => rest), leaves.map(Object.values)]);
  const packedLeaves = leaves.map((leaf) => asciiJson(packer.packParts(leaf)));
  const packedWraps = wraps.map(({ leaves: own, ...rest }) => ({
    ...(packer.packParts(rest) as Omit<Wrap, "leaves">),
    leaves: own.map(({ words, span }): PackedLeaf => [words, ends(span)]),
  }));
  const { shared } = packer;
  const head: PackedHead = { guardfile, wraps: packedWraps, shared: shared.length };
  return [asciiJson(head), ...shared, ...packedLeaves].join("\n");
}

function ends({ start, end }: Span): number[] {
  return [start, end].flatMap(({ line, column, offset }) => [line, column, offset]);
}

class Packer {
  readonly shared: string[] = [];
  readonly #seen = new Map<string, number>();
  readonly #lines = new Map<string, number>();

  /** Notes how often each value stands somewhere. */
  count(value: unknown): void {
    const key = keyOf(value);
    if (key !== null) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
    if (typeof value !== "object" || value === null) return;
    for (const part of Object.values(value)) this.count(part);
  }

  /** The same object, its parts packed. */
  packParts(value: object): object {
    if (Object.hasOwn(value, "=")) throw new Error("bug: a policy with a field named =");
    const entries = Object.entries(value).map(([key, part]) => [key, this.#pack(part)]);
    return Object.fromEntries(entries);
  }

  #pack(value: unknown): unknown {
    const key = keyOf(value);
    if (key === null || (this.#seen.get(key) ?? 0) < 2) return this.#packed(value);
    let line = this.#lines.get(key);
    if (line === undefined) {
      const text = asciiJson(this.#packed(value));
      line = this.shared.push(text) - 1;
      this.#lines.set(key, line);
    }
    return { "=": line };
  }

  #packed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((part) => this.#pack(part));
    return typeof value === "object" && value !== null ? this.packParts(value) : value;
  }
}

function keyOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean" || value == null) return null;
  const key = JSON.stringify(value);
  return key.length < SHORTEST ? null : key;
}

/** One character a byte, and no line break: a reader needs to decode nothing. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
