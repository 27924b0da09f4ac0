// Turns plain values into JSON whose text moves no terminal: what is not plainly visible is written as JSON's own escape.

/** Most rows. They are not looked at any further, since V8 takes long to build the set of all unsafe characters. */
const PLAIN = /^[\x20-\x7e]*$/;

function escaped(unsafe: string): string {
  const units = Array.from({ length: unsafe.length }, (_, at) => unsafe.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** @returns a text of JSON on one line, its strings' unsafe characters as `\u….`; it means the same */
export function visibleJson(json: string): string {
  if (PLAIN.test(json)) return json;
  const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
  return json.replace(unsafe, escaped);
}

/**
 * @param value plain
 * @returns one line
 */
export function jsonText(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

/**
 * @param value plain
 * @returns as many lines as a person reads best
 */
export function jsonPage(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(visibleJson).join("\n");
}
