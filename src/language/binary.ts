// A word that names a program → the binary, checked; and what is known of how it re-reads its words.

import type { KdlArgument } from "./document.ts";
import type { Reading } from "./reading.ts";
import { quote } from "./sentence.ts";

/** What the gate refuses, quotes, globs, and the marks of short names and streams (trust.md T70). */
const MARKS = /[`$;&|<>(){}\\'"*?[\]~:#!]/;

function binaryProblem(name: string): string | null {
  if (name === "") return "a binary's name can't be empty";
  if (/[\s\p{Cc}\p{Zs}]/u.test(name)) return "a binary's name holds no blank";
  const mark = MARKS.exec(name);
  if (mark) return `a binary's name holds no \`${mark[0]}\`: there is no shell that would read it`;
  if (name.startsWith("-")) return "a binary's name does not start with a dash";
  if (!name.includes("/")) return name === "." || name === ".." ? "a directory is no binary" : null;
  if (!name.startsWith("/"))
    return "a binary is a bare name or an absolute path, not a relative path";
  if (/\/(?:\.{0,2})(?:\/|$)/.test(name)) return "an absolute path has no empty, `.` or `..` part";
  return null;
}

/** Where the words behind a program go, by the node that names it; a guard has them behind one another. */
const APART: Readonly<Record<string, (words: readonly string[]) => string>> = {
  exec: () => "name the program alone; its first words go into `argv-prefix`",
  bin: () => "name the program alone; its words go into `argv`",
  passthrough: (words) => `write its words apart: \`passthrough ${words.join(" ")}\``,
};

/** @returns whether the argument names a binary; what is wrong with it is reported in the name of `owner` */
export function isBinary(
  text: string,
  argument: KdlArgument,
  owner: string,
  reading: Reading,
): boolean {
  const problem = binaryProblem(text);
  if (problem === null) return true;
  const words = text.trim().split(/\s+/);
  const hint =
    words.length > 1
      ? (APART[owner]?.(words) ??
        `write its words apart: \`${owner} … shell ${words.join(" ")} is …\``)
      : `name a program on the search path or by an absolute path, not ${quote(text)}`;
  reading.report.error("bad-binary", argument.span, `"${owner}": ${problem}`, { hint });
  return false;
}

/** The last part of a binary's path. */
export function baseName(bin: string): string {
  return bin.slice(bin.lastIndexOf("/") + 1);
}

/** Whether a remote shell re-reads the words behind a binary where nobody says. */
export function defaultRemote(bin: string): "posix" | "none" {
  return baseName(bin) === "ssh" ? "posix" : "none";
}

/** Programs that hand their words to a shell on another machine, also where another program starts them. */
const FAR: ReadonlySet<string> = new Set([
  "adb",
  "autossh",
  "dbclient",
  "mosh",
  "plink",
  "rsh",
  "slogin",
  "ssh",
  "sshpass",
]);

/** Programs that join their words for a shell; as words of another program's these are too common to mean it. */
const JOINERS: ReadonlySet<string> = new Set([
  "clusterssh",
  "cssh",
  "dsh",
  "et",
  "parallel",
  "parallel-ssh",
  "pdsh",
  "pssh",
  "watch",
  "wsl",
]);

/** Why an `exec` must state `remote-shell`; null where it need not: `ssh` alone has its own default. */
export function joinerProblem(bin: string, prefix: readonly string[]): string | null {
  const base = baseName(bin);
  const isFar = FAR.has(base) && base !== "ssh";
  if (isFar || JOINERS.has(base)) return `"${base}" hands its words, joined, to another shell`;
  const inner = prefix.map(baseName).find((word) => FAR.has(word));
  if (inner === undefined) return null;
  return `"${inner}" among the fixed words joins what follows for a shell`;
}
