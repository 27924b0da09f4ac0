// Plain values → the one JSON text that stands for them, so that equal values hash alike and different ones never do.
//
// Keys are sorted by UTF-16 unit, there is no white space, lone surrogates are escaped, and what JSON would blur
// (undefined, NaN, -0, a Map, a Date) is refused rather than written as something else.

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Thrown where a value has no canonical text: whoever hashes must refuse it. */
export class UnencodableError extends Error {
  override readonly name = "UnencodableError";
}

const DEEPEST = 64;

/**
 * @param value null, booleans, finite numbers, strings, and arrays and plain objects of these
 * @returns the canonical JSON text
 * @throws {UnencodableError} for anything else, and for nesting deeper than 64 levels
 */
export function canonicalJson(value: unknown): string {
  return encode(value, 0);
}

function encode(value: unknown, depth: number): string {
  if (depth > DEEPEST) throw new UnencodableError(`nested deeper than ${DEEPEST} levels`);
  if (value === null || typeof value === "boolean" || typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return encodeArray(value, depth);
  if (isPlainObject(value)) return encodeObject(value, depth);
  throw new UnencodableError(`a ${typeof value} cannot be written as canonical JSON`);
}

function encodeArray(items: readonly unknown[], depth: number): string {
  // Array.from visits holes too, which map would skip and join would write as nothing.
  return `[${Array.from(items, (item) => encode(item, depth + 1)).join(",")}]`;
}

function encodeObject(fields: Record<string, unknown>, depth: number): string {
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${encode(fields[name], depth + 1)}`).join(",")}}`;
}

/** Whether a value is an object literal's kind of object, which JSON writes in full. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
