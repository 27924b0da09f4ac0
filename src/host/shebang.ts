// The first bytes of a file → what the kernel or a shim hands it to, and whether it is a program at all.

import { dirname, resolve } from "node:path";

export interface Shebang {
  /** The path behind `#!`. */
  readonly interpreter: string;
  /** What `env` starts in turn; null where the interpreter is not env. */
  readonly program: string | null;
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

/**
 * @param head the first bytes of a file, one character a byte
 * @returns null where the file has no `#!` line
 */
export function readShebang(head: string): Shebang | null {
  // The kernel splits the line once, at the first blank: what follows is one argument.
  const line = /^#![ \t]*([^ \t\n\0]+)[ \t]*([^\n\0]*)/.exec(decoded(head));
  if (line === null) return null;
  const [, interpreter = "", argument = ""] = line;
  const isEnv = interpreter.slice(interpreter.lastIndexOf("/") + 1) === "env";
  return { interpreter, program: isEnv ? envProgram(argument.trim()) : null };
}

/** Options of `env` that take the next word. */
const VALUED = ["-u", "--unset", "-C", "--chdir"];

/** The program that `env` would start: behind its options, `-S` and assignments. */
function envProgram(argument: string): string | null {
  const split = /^(?:-[a-zA-Z]*S|--split-string[= ])\s*(.*)$/.exec(argument);
  const words = split === null ? [argument] : (split[1] ?? "").split(/\s+/);
  const program = words.find(
    (word, at) =>
      word !== "" &&
      !word.startsWith("-") &&
      !word.includes("=") &&
      !VALUED.includes(words[at - 1] ?? ""),
  );
  return program ?? null;
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
