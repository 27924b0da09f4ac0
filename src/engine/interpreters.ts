// The fixed words of a sealed interpreter → the file whose text it runs, which has to be pinned where the code is not shown.
//
// Options before the first operand are looked at, no more: an option with a value apart may hide the operand behind it,
// and then the leaf is refused rather than believed.
// Sources: bash(1), python(1), node(1), perl(1), ruby(1), php(1), lua(1), `deno help`, `bun --help`.

import { normalizeLauncher } from "./launcher.ts";

const SHELLS = "sh bash rbash zsh dash ash ksh mksh csh tcsh fish yash nu elvish xonsh";

/** Interpreters → the options behind which code stands in the Guardfile itself. */
const FAMILIES: readonly (readonly [names: string, inline: RegExp])[] = [
  [SHELLS, /^(?:-[a-zA-Z]*c|--command)$/],
  ["pwsh powershell", /^-c(?:ommand)?$/i],
  ["python pythonw py pyw pypy pypyw ipython", /^-[bBdEhiIOPqRsSuvVx]*c$/],
  ["node nodejs deno bun", /^(?:-e|-p|-pe|--eval(?:=.*)?|--print(?:=.*)?|eval)$/],
  ["perl", /^-[acdfilnpsStTuUvwWX0-9]*[eE]$/],
  ["ruby", /^-[acdFhlnpsSvwWxy0-9]*e$/],
  ["lua luajit", /^-e$/],
  ["php", /^-r$/],
  ["expect", /^-c$/],
  ["tclsh", /^$(?!)/],
];
const INLINE = new Map(
  FAMILIES.flatMap(([names, inline]) => names.split(" ").map((name) => [name, inline] as const)),
);
/** Words of deno and bun before the file. */
const STARTING = new Set(["run", "test"]);

/** Whether a program of this name runs the text of a file that it is given. */
export function isInterpreter(name: string): boolean {
  const normal = normalizeLauncher(name);
  return INLINE.has(normal) || INLINE.has(normal.replace(/\d+$/, ""));
}

/**
 * @param name of a sealed launcher
 * @param tokens all that stands behind it
 * @returns null where no file is needed; else the word that must name one, empty where there is none
 */
export function scriptWord(name: string, tokens: readonly string[]): string | null {
  const normal = normalizeLauncher(name);
  const inline = INLINE.get(normal) ?? INLINE.get(normal.replace(/\d+$/, ""));
  if (inline === undefined) return null;
  for (const [at, token] of tokens.entries()) {
    if (inline.test(token)) return null;
    if (token === "--") return tokens[at + 1] ?? "";
    if (token === "-m") return "";
    const isOption = token.startsWith("-") && token !== "-";
    const isStarting = STARTING.has(token) && /^(?:deno|bun)$/.test(normal);
    if (!isOption && !isStarting) return token;
  }
  return "";
}
