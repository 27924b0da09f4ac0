// The first line of a script, and where it is started → the programs that the kernel and `env` start by it, with their words.

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readEnvLine } from "./env-line.ts";
import { locate, type PinContext } from "./pin-context.ts";
import { peekFile } from "./seen-file.ts";
import { isOddShebang, readShebang } from "./shebang.ts";

/** A script may start a script; this many steps are followed. */
export const DEEPEST = 8;

export interface Started {
  readonly programs: readonly { readonly named: string; readonly path: string | null }[];
  /** What they are handed in front of the script. */
  readonly words: readonly string[];
}

/** What a first line starts; null where there is none, or one that can't be followed. */
export function firstLine(head: string, start: string, context: PinContext): Started | null {
  const shebang = readShebang(head);
  if (shebang === null || isOddShebang(head)) return null;
  const { interpreter, argument } = shebang;
  // The kernel takes a bare name, too, from the working directory.
  const first = { named: interpreter, path: fileAt(resolve(start, interpreter)) };
  if (!/(?:^|\/)env$/.test(interpreter)) {
    const parts = argument === null ? [] : [argument, ...argument.split(/[ \t]+/)];
    return { programs: [first], words: [...new Set(parts)] };
  }
  const line = readEnvLine(argument);
  if (line === null) return null;
  const { program, words } = line;
  if (program === null) return { programs: [first], words };
  const path = program.includes("/") ? fileAt(resolve(start, program)) : locate(program, context);
  return { programs: [first, { named: program, path }], words };
}

/** Whether all that a script would start is known, so that it can be pinned. */
export function isFollowable(file: string, start: string, context: PinContext, depth = 0): boolean {
  const { head } = peekFile(file);
  if (readShebang(head) === null) return !isOddShebang(head);
  const started = depth >= DEEPEST ? null : firstLine(head, start, context);
  if (started === null) return false;
  return started.programs.every(
    ({ path }) => path === null || isFollowable(path, start, context, depth + 1),
  );
}

function fileAt(path: string): string | null {
  try {
    return statSync(path).isFile() ? path : null;
  } catch {
    return null;
  }
}
