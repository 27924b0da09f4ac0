// The caller's tokens → the first one that something downstream could read as more than data.

import type { Reason } from "../model/decision.ts";
import type { Argument } from "./arguments.ts";
import { code } from "./trouble.ts";

const METACHARACTERS = /[`$;&|<>(){}\\\n\r\t]/;

/** In bytes of UTF-8: what Linux takes as one argument (MAX_ARG_STRLEN), and ward's own bound on them all. */
const MOST_TOKEN_BYTES = 128 * 1024;
const MOST_TOTAL_BYTES = 1024 * 1024;
const MOST_TOKENS = 100_000;

export interface GateTrouble {
  readonly reason: Extract<Reason, "metachar" | "limit">;
  readonly message: string;
  readonly remedy: string | null;
}

/** @param notUtf8 indices, among these tokens, of those whose bytes were not UTF-8 */
export function judgeText(
  tokens: readonly string[],
  notUtf8: ReadonlySet<number>,
): GateTrouble | null {
  for (const [index, token] of tokens.entries()) {
    if (token.includes("\0"))
      return unreadable(token, "holds a NUL, which no program can be handed");
    if (!isWellFormed(token)) return unreadable(token, "holds half of a surrogate pair");
    if (notUtf8.has(index)) return unreadable(token, "was not valid UTF-8");
  }
  return null;
}

function unreadable(token: string, why: string): GateTrouble {
  return {
    reason: "metachar",
    message: `${code(token)} ${why}`,
    remedy: "write it as valid UTF-8",
  };
}

/** String.prototype.isWellFormed is in Node 20 and not in the language level compiled for. */
function isWellFormed(text: string): boolean {
  if (!/[\ud800-\udfff]/.test(text)) return true;
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** The bounds of one call; sizes are in bytes. */
export function judgeSize(tokens: readonly string[]): GateTrouble | null {
  if (tokens.length > MOST_TOKENS) {
    return tooMuch(`${tokens.length} arguments are more than ${MOST_TOKENS}`);
  }
  const units = tokens.reduce((sum, token) => sum + token.length, 0);
  // No UTF-16 unit takes more than three bytes, so most calls need no exact count.
  if (units * 3 < MOST_TOKEN_BYTES) return null;
  let total = 0;
  for (const token of tokens) {
    const bytes = byteLength(token);
    if (bytes >= MOST_TOKEN_BYTES) {
      return tooMuch(`an argument of ${bytes} bytes reaches the limit of ${MOST_TOKEN_BYTES}`);
    }
    total += bytes;
  }
  if (total <= MOST_TOTAL_BYTES) return null;
  return tooMuch(`${total} bytes of arguments are more than ${MOST_TOTAL_BYTES}`);
}

function tooMuch(message: string): GateTrouble {
  return { reason: "limit", message, remedy: "pass less at a time, or through a file" };
}

/** Bytes of UTF-8, without an encoder: most tokens are short and plain. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** Under `metacharacters refuse`; values of the Guardfile's own `text-flag`s are left alone. */
export function judgeMetacharacters(args: readonly Argument[]): GateTrouble | null {
  for (const arg of args) {
    const found = METACHARACTERS.exec(gated(arg));
    if (!found) continue;
    return {
      reason: "metachar",
      message: says(arg.token, found[0]),
      remedy: remedyFor(arg),
    };
  }
  return null;
}

/** The part of the token that the gate looks at. */
function gated({ token, flag, valueOf: owner }: Argument): string {
  if (owner?.isPolicyText) return "";
  if (!flag?.valued?.isPolicyText) return token;
  if (flag.attached !== null) return token.slice(0, token.length - flag.attached.length);
  return flag.equals === null ? token : flag.name;
}

function says(token: string, character: string): string {
  const name = shown(character);
  if (code(token) === name) return `${name} is a metacharacter`;
  return `${code(token)} holds ${name}, a metacharacter`;
}

function shown(character: string): string {
  const names: Record<string, string> = {
    "\n": "a line feed",
    "\r": "a carriage return",
    "\t": "a tab",
  };
  return names[character] ?? code(character);
}

function remedyFor({ valueOf: owner, flag }: Argument): string {
  const name = owner?.names[0] ?? (flag?.equals !== null ? flag?.name : undefined);
  const literal =
    "if the program takes its arguments as data, `metacharacters literal` in the policy says so";
  return name === undefined
    ? literal
    : `${literal}; ${code(`text-flag "${name}"`)} says it for that value alone`;
}
