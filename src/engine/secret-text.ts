// One text of any kind → the same text with every secret in it replaced: by the names in front of them, or by their own shape.
//
// Every step goes over the text once, whatever it holds: it may be a mebibyte that an attacker chose.
// 1. `user:password@` in addresses.
// 2. `NAME=value`, `name: value` and `<name>value<` under a secret's name; a header's value goes on to the end of its line.
// 3. Well-known shapes of keys, and blocks of private keys.

import { isPasswordName, isSecretName, isSecretParameter } from "./secret-names.ts";
import { keyShapes, SHAPE_SIGNS, type Stretch } from "./secret-shapes.ts";

/** Stands for a secret: equal secrets have equal marks, and no mark tells its secret. */
export type Mark = (secret: string) => string;

/**
 * A text that has none of this in small letters holds no secret that these rules know; it is what almost every text is
 * asked first, and a pattern for letters of both sizes takes several times as long to make.
 */
const SUSPECT = new RegExp(
  `token|passw|passphrase|passcode|requirepass|pass["']?[ ]?[=:>]|pwd|pw["']?[ ]?[=:>]|psk|secret|cred|auth|cookie|key|otp|pin|jwt|pat["']?[ ]?[=:>]|sig=|signature=|:\\/\\/|${SHAPE_SIGNS}`,
);

const MARK_AT = /\[redacted \d+ [0-9a-f]{8}\]/y;
const MARK = /^\[redacted \d+ [0-9a-f]{8}\]$/;
const LONGEST_NAME = 128;
const NAME = /[A-Za-z0-9_.-]/;
/** What is no part of a value inside of a longer text. */
const BOUNDS = /[\s&,;'"()<>{}|]/;

function isName(letter: string | undefined): boolean {
  return letter !== undefined && NAME.test(letter);
}

/** The name that ends in front of a place; a blank, and quotes around it as in JSON, are passed over. */
function nameBefore(text: string, end: number): Stretch {
  const near = text[end - 1] === " " ? end - 1 : end;
  const isQuoted = text[near - 1] === '"' || text[near - 1] === "'";
  const last = isQuoted ? near - 1 : near;
  let start = last;
  while (last - start <= LONGEST_NAME && isName(text[start - 1])) start -= 1;
  return { start, end: last };
}

function until(text: string, from: number, isEnd: (letter: string) => boolean): number {
  let end = from;
  while (end < text.length && !isEnd(text[end] ?? "")) end += 1;
  return end;
}

/** A value in quotes goes on to the same quote, whatever stands between. */
function quotedValue(text: string, start: number): Stretch | null {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return null;
  let end = start + 1;
  // In JSON a quote behind a backslash is part of the text.
  while (end < text.length && text[end] !== quote)
    end += quote === '"' && text[end] === "\\" ? 2 : 1;
  return { start: start + 1, end: Math.min(end, text.length) };
}

function valueBehind(text: string, from: number, isToEnd: boolean): Stretch {
  MARK_AT.lastIndex = from;
  if (MARK_AT.test(text)) return { start: from, end: MARK_AT.lastIndex };
  const quoted = quotedValue(text, from);
  if (quoted !== null) return quoted;
  const isEnd = (letter: string) => (isToEnd ? letter === "\n" : BOUNDS.test(letter));
  return { start: from, end: until(text, from, isEnd) };
}

/** `NAME=value` that begins the text, or stands behind a flag and its `=`, is all of it a value. */
function isWholeValue(text: string, name: Stretch): boolean {
  const before = text.slice(Math.max(0, name.start - 1), name.start);
  return !/\s/.test(text.slice(0, Math.min(name.start, LONGEST_NAME))) && /^=?$/.test(before);
}

/** The name of a stretch; where a flag of one letter begins the text, what is attached to it: `-HCookie: …`, `-eTOKEN=…`. */
function nameIn(text: string, { start, end }: Stretch): string {
  const name = text.slice(start, end);
  return start === 0 && /^-[A-Za-z]/.test(name) && !isSecretName(name.replace(/^-+/, ""))
    ? name.slice(2)
    : name.replace(/^-+/, "");
}

function assignment(text: string, at: number): Stretch | null {
  const name = nameBefore(text, at);
  const word = nameIn(text, name);
  const isParameter = /[?&]/.test(text[name.start - 1] ?? "") && isSecretParameter(word);
  if (!isParameter && !isSecretName(word)) return null;
  const start = text[at + 1] === " " ? at + 2 : at + 1;
  return valueBehind(text, start, isWholeValue(text, name));
}

const HEADERS = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-|^private-token$/i;

/** Words of a sentence, as in the title of a change: `auth: rework the login`. */
const PROSE = /^[A-Za-z]+[ \t]+[A-Za-z]+\b/;
const PROSE_BYTES = 128;

/** `name: value`; without a blank only where nothing but a header or a password has that name. */
function labelled(text: string, at: number): Stretch | null {
  const name = nameBefore(text, at);
  const label = nameIn(text, name);
  if (!isSecretName(label)) return null;
  const start = until(text, at + 1, (letter) => letter !== " " && letter !== "\t");
  // openssl takes `pass:<password>`.
  const isHeader = HEADERS.test(label) || (label === "pass" && name.start === 0);
  const isSure = isHeader || isPasswordName(label);
  if (start === at + 1 && !isSure && quotedValue(text, start) === null) return null;
  const isLine = isHeader || name.start === 0 || "=\n".includes(text[name.start - 1] ?? " ");
  if (isLine && !isSure && PROSE.test(text.slice(start, start + PROSE_BYTES))) return null;
  return valueBehind(text, start, isLine);
}

/** `<name>value<`. */
function tagged(text: string, at: number): Stretch | null {
  const name = nameBefore(text, at);
  if (text[name.start - 1] !== "<" || !isSecretName(text.slice(name.start, name.end))) return null;
  return { start: at + 1, end: until(text, at + 1, (letter) => letter === "<") };
}

const BEHIND: Readonly<Record<string, (text: string, at: number) => Stretch | null>> = {
  "=": assignment,
  ":": labelled,
  ">": tagged,
};

function named(text: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const value = BEHIND[text[at] ?? ""]?.(text, at) ?? null;
    if (value === null || value.end <= value.start) continue;
    found.push(value);
    at = value.end - 1;
  }
  return found;
}

const LEAST_TOKEN = 20;

/** No name of a person: digits among letters of both sizes. */
function looksRandom(text: string): boolean {
  return text.length >= 8 && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text));
}

/** The password in an address, or a user name that is long enough to be a token. */
function userinfo(text: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const start = at + 3;
    const end = until(text, start, (letter) => /[\s/?#"'<>]/.test(letter));
    const authority = text.slice(start, end);
    const sign = authority.lastIndexOf("@");
    if (sign <= 0) continue;
    const colon = authority.slice(0, sign).indexOf(":");
    const isPair = colon >= 0;
    const secret = { start: start + (isPair ? colon + 1 : 0), end: start + sign };
    const isLong = secret.end - secret.start > (isPair ? 0 : LEAST_TOKEN);
    if (isLong || (!isPair && looksRandom(text.slice(secret.start, secret.end))))
      found.push(secret);
  }
  return found;
}

/** The stretches from the left; what overlaps becomes one. */
function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || one.start >= last.end) result.push(one);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, one.end) };
  }
  return result;
}

/**
 * @param text any
 * @param stretches what is secret in it
 * @returns the text with a mark in place of each; what is a mark already stays
 */
export function replaceStretches(text: string, stretches: readonly Stretch[], mark: Mark): string {
  let result = "";
  let done = 0;
  for (const { start, end } of merged(stretches)) {
    const secret = text.slice(start, end);
    result += text.slice(done, start) + (MARK.test(secret) ? secret : mark(secret));
    done = end;
  }
  return result + text.slice(done);
}

/** Shapes are longer than this, and so are blocks and bearers; what is named has a sign behind its name. */
const LEAST_SHAPE = 13;
const SIGNS = ["=", ":", ">"];

/** Whether a text may hold a secret at all; cheap, and sure only where it says no. */
export function isSuspect(text: string): boolean {
  return (
    (text.length >= LEAST_SHAPE || SIGNS.some((sign) => text.includes(sign))) &&
    SUSPECT.test(text.toLowerCase())
  );
}

/**
 * @param text any
 * @param mark stands for each secret
 * @returns the text itself where nothing in it is secret
 */
export function redactText(text: string, mark: Mark): string {
  if (!isSuspect(text)) return text;
  const found = [...userinfo(text), ...named(text), ...keyShapes(text)];
  return found.length === 0 ? text : replaceStretches(text, found, mark);
}
