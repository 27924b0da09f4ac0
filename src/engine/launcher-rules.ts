// A leaf of a project Guardfile → whether it may ever be approved, and what its caller may never add.
//
// - A launcher can be approved only sealed, with its whole argv fixed; nothing makes an open one run.
// - A tool of many commands is ordinary where the leaf fixes the command, under a built-in deny list.
// - A program is judged by its name, by the name it really has on the disk, and by its first bytes.

import type { FlagRule, Guard, Guardfile, Leaf, Rule } from "../model/policy.ts";
import { projectEnvironment } from "./environment.ts";
import { startedByGit } from "./git-launching.ts";
import { baseName, isLauncher, normalizeLauncher } from "./launcher.ts";
import { commandOf, MULTI_TOOLS, type MultiTool } from "./multi-tools.ts";
import { startedBySsh } from "./ssh-launching.ts";

/** What the host saw of a binary; nulls where it was not found. */
export interface BinaryLook {
  readonly realpath: string | null;
  /** Neither a binary header nor a `#!` line: execvp would hand it to a shell. */
  readonly isHeaderless: boolean;
  /** Its first line starts what can't be told, and so can't be pinned. */
  readonly isUntold: boolean;
}

export const UNSEEN: BinaryLook = { realpath: null, isHeaderless: false, isUntold: false };

export type LauncherReading =
  | { readonly kind: "ordinary" }
  /** May be approved, and is marked in the question. */
  | { readonly kind: "sealed"; readonly name: string }
  | { readonly kind: "refused"; readonly problem: string; readonly remedy: string };

const SEAL = "write the whole command in `argv` and add `sealed`, so that nothing can be appended";

/**
 * @param leaf of a project Guardfile
 * @param look what the leaf's binary is on this machine
 */
export function readLauncher(leaf: Leaf, look: BinaryLook): LauncherReading {
  const { bin, prefix } = leaf.exec;
  const odd = oddName(bin, look);
  if (odd) return odd;
  const name = look.isHeaderless ? baseName(bin) : startingName(bin, look);
  if (name === null) return { kind: "ordinary" };
  if (leaf.isSealed && leaf.argv !== null) return { kind: "sealed", name };
  const tool = look.isHeaderless ? undefined : MULTI_TOOLS.get(normalizeLauncher(name));
  // Only a tool that the Guardfile calls by its own name gets its deny list when the leaf is planted.
  if (tool === undefined || name !== baseName(bin)) return refusedLauncher(name);
  return readMultiTool(leaf, name, tool, [...prefix, ...(leaf.argv ?? leaf.words)]);
}

/**
 * @param argv of a `shell` guard: fixed whole, so a launcher there is always sealed
 * @param look what its binary is on this machine
 */
export function readShellLauncher(argv: readonly string[], look: BinaryLook): LauncherReading {
  const bin = argv[0] ?? "";
  const odd = oddName(bin, look);
  if (odd) return odd;
  const name = look.isHeaderless ? baseName(bin) : startingName(bin, look);
  return name === null ? { kind: "ordinary" } : { kind: "sealed", name };
}

/** The name by which a binary can start others: its real one before the one that the Guardfile gives it. */
function startingName(bin: string, look: BinaryLook): string | null {
  const own = baseName(bin);
  const real = baseName(look.realpath ?? bin);
  const starts = (name: string) => isLauncher(name) || MULTI_TOOLS.has(normalizeLauncher(name));
  const isRenamed = normalizeLauncher(real) !== normalizeLauncher(own);
  const isPlainLauncher = isLauncher(own) && !MULTI_TOOLS.has(normalizeLauncher(own));
  if (isRenamed && starts(real) && !isPlainLauncher) return real;
  return starts(own) ? own : null;
}

/** 8.3 names and NTFS streams stand for another file than the one they seem to name; some first lines hide one. */
function oddName(bin: string, look: BinaryLook): LauncherReading | null {
  if (look.isUntold) {
    const problem = `the first line of \`${bin}\` starts what can't be told from it`;
    const remedy =
      "name the interpreter by its path there, without escapes, variables or options of `env`";
    return { kind: "refused", problem, remedy };
  }
  const isRelative = (bin.includes("/") || bin.includes("\\")) && !bin.startsWith("/");
  const suspect = [bin, baseName(look.realpath ?? "")].find(
    (name) => name.includes("~") || name.includes(":"),
  );
  if (suspect === undefined && !isRelative) return null;
  const problem =
    suspect === undefined
      ? `\`${bin}\` is a relative path`
      : `\`${suspect}\` holds a character that can stand for another file`;
  return {
    kind: "refused",
    problem,
    remedy: "name the program by a bare name or its absolute path",
  };
}

function refusedLauncher(name: string): LauncherReading {
  const problem = `\`${name}\` runs whatever its arguments say, and this leaf takes arguments from the caller`;
  return { kind: "refused", problem, remedy: SEAL };
}

function readMultiTool(
  leaf: Leaf,
  name: string,
  tool: MultiTool,
  tokens: readonly string[],
): LauncherReading {
  const command = commandOf(tool, tokens);
  if (leaf.isWholeBinary || command.length === 0) {
    const problem = `all of \`${name}\` is open here, and some of its commands run other programs`;
    return { kind: "refused", problem, remedy: "grant its commands one by one with `can run`" };
  }
  const launching = tool.launching.find((words) => mayReach(command, words.split(" ")));
  if (launching !== undefined) {
    const problem = `\`${name} ${launching}\` runs a program that the caller names`;
    return { kind: "refused", problem, remedy: SEAL };
  }
  const own = normalizeLauncher(name);
  const started =
    own === "git"
      ? startedByGit(tokens, command, leaf.exec.env)
      : own === "ssh"
        ? startedBySsh(tokens)
        : null;
  if (started !== null) {
    const problem = `\`${started}\` can start a program that is no part of ${own}`;
    return { kind: "refused", problem, remedy: SEAL };
  }
  const opened = leaf.allowFlags.find(({ flag }) => tool.neverAllowed.includes(flag));
  if (opened === undefined) return { kind: "ordinary" };
  const problem = `\`${opened.flag}\` of \`${name}\` lets the caller choose a program on this machine`;
  return { kind: "refused", problem, remedy: `take \`allow-flag "${opened.flag}"\` out` };
}

/** Whether a call that begins with `fixed` can be one of `words`: equal as far as both go. */
function mayReach(fixed: readonly string[], words: readonly string[]): boolean {
  return words.every((word, at) => at >= fixed.length || fixed[at] === word);
}

/**
 * Adds the built-in deny lists to every leaf on a tool of many commands, and narrows every leaf's environment.
 * @param guardfile of a project, as it was approved
 * @returns what is planted in its place; the digest is always over what the person wrote
 */
export function hardenProject(guardfile: Guardfile): Guardfile {
  const harden = (leaf: Leaf) => hardenLeaf(withProjectEnvironment(leaf));
  const wraps = guardfile.wraps.map((wrap) => ({ ...wrap, leaves: wrap.leaves.map(harden) }));
  return { ...guardfile, wraps };
}

function withProjectEnvironment(leaf: Leaf): Leaf {
  const environment = projectEnvironment(leaf.exec.environment);
  return { ...leaf, exec: { ...leaf.exec, environment } };
}

function hardenLeaf(leaf: Leaf): Leaf {
  const name = normalizeLauncher(baseName(leaf.exec.bin));
  const tool = MULTI_TOOLS.get(name);
  if (tool === undefined) return leaf;
  const [command = ""] = commandOf(tool, [...leaf.exec.prefix, ...(leaf.argv ?? leaf.words)]);
  const builtIn = (text: string): Rule => ({ ...leaf.rule, text: `built in for ${name}: ${text}` });
  const flags: FlagRule[] = [...tool.denied, ...(tool.deniedFor[command] ?? [])].map((flag) => ({
    flag,
    rule: builtIn(`deny-flag "${flag}"`),
  }));
  const guards: Guard[] = tool.deniedOperands.map((glob) => ({
    effect: "refuse",
    selector: { kind: "any-arg" },
    globs: [glob],
    rule: builtIn(`deny-when any-arg matches "${glob}"`),
  }));
  return { ...leaf, denyFlags: [...leaf.denyFlags, ...flags], guards: [...leaf.guards, ...guards] };
}
