// A row of any size → a row whose line is at most 32 KiB: long argv is kept as its head, then other long texts are cut.

import type { AuditRow, ClippedArgv } from "../model/audit-row.ts";
import { sha256 } from "./sha256.ts";

/** The longest line of the trail in bytes, its newline included. */
export const MAX_LINE = 32 * 1024;

/** What the link to the row before takes at the most: two hashes, and a torn line's length and hash. */
const LINK_BYTES = 512;

/** Bytes that one argv or text may take as JSON: from generous to what always fits. */
const BUDGETS = [8192, 4096, 2048, 1024, 512, 256, 128];

function encodedLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * @param argv all words
 * @param budget bytes that the head may take as JSON
 * @returns the first words that fit, whole, and the count, bytes and SHA-256 of all (of their JSON array in UTF-8)
 */
export function clipArgv(argv: readonly string[], budget: number): ClippedArgv {
  let used = 2;
  const fits = (word: string) => {
    used += encodedLength(word) + 1;
    return used <= budget;
  };
  const end = argv.findIndex((word) => !fits(word));
  return {
    head: end === -1 ? argv : argv.slice(0, end),
    count: argv.length,
    bytes: argv.reduce((sum, word) => sum + Buffer.byteLength(word), 0),
    sha256: sha256(JSON.stringify(argv)),
  };
}

function clipText(text: string, budget: number): string {
  if (text.length <= budget && encodedLength(text) <= budget) return text;
  // Six bytes are the most that one UTF-16 unit takes as JSON.
  const kept = text.slice(0, Math.floor(budget / 6));
  return `${kept}…(+${text.length - kept.length})`;
}

function clipList(list: readonly unknown[], budget: number): unknown[] {
  const most = Math.floor(budget / 64);
  const kept = list.slice(0, most).map((entry) => clip(entry, Math.floor(budget / 2)));
  const isCut = list.length > most && list.every((entry) => typeof entry === "string");
  return isCut ? [...kept, `…(+${list.length - most})`] : kept;
}

function clip(value: unknown, budget: number): unknown {
  if (typeof value === "string") return clipText(value, budget);
  if (Array.isArray(value)) return clipList(value, budget);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clip(part, budget)]));
}

/** What a row keeps of the end of standard error, in bytes. */
const TAIL_BYTES = 2048;

/**
 * @param text without secrets: where it is cut, their names may be gone
 * @returns its last 2 KiB, whole characters
 */
export function lastText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= TAIL_BYTES) return text;
  let start = bytes.length - TAIL_BYTES;
  // Bytes that go on with a character begin with the bits 10.
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.toString("utf8", start);
}

function clipLong(argv: readonly string[] | ClippedArgv, budget: number) {
  return "head" in argv || encodedLength(argv) <= budget ? argv : clipArgv(argv, budget);
}

function shrink(row: AuditRow, budget: number): AuditRow {
  const cut = clip(row, budget) as AuditRow;
  if (row.phase !== "decided" || cut.phase !== "decided") return cut;
  const exec = row.exec && {
    bin: clipText(row.exec.bin, budget),
    argv: clipLong(row.exec.argv, budget),
  };
  return { ...cut, argv: clipLong(row.argv, budget), exec };
}

/**
 * @param row of any size
 * @returns the row itself where its line, linked to the one before, fits; else the most of it that fits
 */
export function fitRow<Row extends AuditRow>(row: Row): Row {
  let fitted = row;
  for (const budget of BUDGETS) {
    if (encodedLength(fitted) < MAX_LINE - LINK_BYTES) break;
    fitted = shrink(row, budget) as Row;
  }
  return fitted;
}
