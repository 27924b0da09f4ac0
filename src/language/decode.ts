// Bytes → text, or one diagnostic that says why these bytes are no text.

import { Report } from "./report.ts";

/** The longest file that is read, in bytes of UTF-8. */
export const MAX_BYTES = 256 * 1024;

/**
 * @param source the bytes of a file, or a text that is UTF-8 by its origin
 * @returns a report over the decoded text without its byte order mark; it holds an error where nothing may be parsed
 */
export function decode(file: string, source: Uint8Array | string): Report {
  if (isTooLong(source)) {
    const report = new Report(file, "");
    report.error("too-large", { start: 0, end: 0 }, "this file is larger than 256 KiB", {
      hint: "split it into several Guardfiles, one a program",
    });
    return report;
  }
  if (typeof source === "string") return checkBinary(new Report(file, withoutMark(source)));
  const problem = findInvalid(source);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
  const report = checkBinary(new Report(file, withoutMark(text)));
  if (problem === null || report.diagnostics.length > 0) return report;
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source.subarray(0, problem));
  const start = withoutMark(before).length;
  const byte = (source[problem] ?? 0).toString(16).padStart(2, "0");
  report.error(
    "not-utf-8",
    { start, end: start + 1 },
    `byte 0x${byte} at offset ${problem} is not valid UTF-8`,
    { hint: "save the file as UTF-8" },
  );
  return report;
}

function isTooLong(source: Uint8Array | string): boolean {
  if (source.length > MAX_BYTES) return true;
  return typeof source === "string" && new TextEncoder().encode(source).length > MAX_BYTES;
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function checkBinary(report: Report): Report {
  const nul = report.text.indexOf("\0");
  if (nul >= 0) {
    const hint = report.text.startsWith("\x7fELF")
      ? "this is a program, not a Guardfile"
      : "a Guardfile is UTF-8 text; UTF-16 is not read";
    report.error("binary", { start: nul, end: nul + 1 }, "a NUL character: this is no text", {
      hint,
    });
  }
  return report;
}

/** The offset of the first byte that starts no valid UTF-8 sequence; null where all do. */
function findInvalid(bytes: Uint8Array): number | null {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return null;
}

/** The length of the sequence at an offset, 0 where there is none (RFC 3629, section 4). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let index = 2; index < length; index++) {
    if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
