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

/** @returns whether the argument names a binary; what is wrong with it is reported in the name of `owner` */
export function isBinary(
  text: string,
  argument: KdlArgument,
  owner: string,
  reading: Reading,
): boolean {
  const problem = binaryProblem(text);
  if (problem === null) return true;
  const hint = /\s/.test(text.trim())
    ? "name the program alone; its first words go into `argv-prefix`"
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

/** Programs that join words for another shell, here or far away; `ssh` has its own default. */
const JOINERS: ReadonlySet<string> = new Set([
  "adb",
  "autossh",
  "clusterssh",
  "cssh",
  "dbclient",
  "dsh",
  "et",
  "mosh",
  "parallel-ssh",
  "pdsh",
  "plink",
  "pssh",
  "rsh",
  "rexec",
  "script",
  "sshpass",
  "su",
  "runuser",
  "watch",
  "xpra",
]);

/** Why an `exec` must state `remote-shell`; null where it need not. */
export function joinerProblem(bin: string, prefix: readonly string[]): string | null {
  const base = baseName(bin);
  if (JOINERS.has(base)) return `"${base}" hands its words, joined, to another shell`;
  if (base === "ssh") return null;
  const inner = prefix.map(baseName).find((word) => word === "ssh" || JOINERS.has(word));
  return inner === undefined
    ? null
    : `"${inner}" among the fixed words joins what follows for a shell`;
}
