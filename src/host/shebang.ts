// The first bytes of a file → what the kernel or a shim hands it to, and whether it is a program at all.

import { dirname, resolve } from "node:path";

export interface Shebang {
  /** The path behind `#!`; where it is relative, the kernel takes it from the working directory. */
  readonly interpreter: string;
  /** All that stands behind it, which the kernel hands over as one word; null without. */
  readonly argument: string | null;
}

const MACH_O = [
  "\xfe\xed\xfa\xce",
  "\xfe\xed\xfa\xcf",
  "\xce\xfa\xed\xfe",
  "\xcf\xfa\xed\xfe",
  "\xca\xfe\xba\xbe",
];
/** What this kernel starts by itself: another system's header is text for a shell here. */
const HEADERS: readonly string[] =
  process.platform === "darwin" ? MACH_O : process.platform === "win32" ? ["MZ"] : ["\x7fELF"];

/**
 * @param head the first bytes of a file, one character a byte
 * @returns whether the kernel would refuse to start it, so that execvp hands it to a shell
 */
export function isHeaderless(head: string): boolean {
  return !head.startsWith("#!") && !HEADERS.some((header) => head.startsWith(header));
}

/** As much of a first line as the kernel reads. */
const LONGEST = 255;

/**
 * @param head the first bytes of a file, one character a byte
 * @returns null where the file has no `#!` line
 */
export function readShebang(head: string): Shebang | null {
  if (!head.startsWith("#!")) return null;
  const line = /^#![ \t]*([^ \t\n\0]+)[ \t]*([^\n\0]*)/.exec(decoded(head));
  if (line === null) return null;
  const [, interpreter = "", rest = ""] = line;
  const argument = rest.replace(/[ \t]+$/, "");
  return { interpreter, argument: argument === "" ? null : argument };
}

/** Whether the kernel reads a first line otherwise than it is read here: cut, or in bytes that are no text. */
export function isOddShebang(head: string): boolean {
  const [line = ""] = head.split("\n", 1);
  return line.startsWith("#!") && (line.length > LONGEST || decoded(line).includes("\ufffd"));
}

export interface Shim {
  readonly program: string;
  readonly scripts: readonly string[];
}

/**
 * @param file a script
 * @param head its first bytes, one character a byte
 * @returns what a shell shim of node_modules/.bin hands itself to; null for any other file
 */
export function readShim(file: string, head: string): Shim | null {
  if (!dirname(file).endsWith("node_modules/.bin")) return null;
  const named = decoded(head).matchAll(/"\$basedir\/([^"$`\\]+\.[cm]?js)"/g);
  const scripts = [...named].map((match) => resolve(dirname(file), match[1] ?? ""));
  return scripts.length === 0 ? null : { program: "node", scripts: [...new Set(scripts)] };
}

function decoded(head: string): string {
  return Buffer.from(head, "latin1").toString("utf8");
}
