// What stands behind `#!…/env` → the program that it starts, and the words that it hands it.
//
// A line that sets another directory or search path, or holds escapes or variables, is not followed but refused:
// what it starts could not be pinned. Source: env(1) of GNU coreutils, its -S.

export interface EnvLine {
  /** Null where it starts nothing but the script itself. */
  readonly program: string | null;
  /** In front of the script. */
  readonly words: readonly string[];
}

const SPLIT = /^-([a-zA-Z]*)S\s*(.*)$|^--split-string[= ](.*)$/;

/**
 * @param argument all that stands behind `env`; null without
 * @param isParted whether the kernel parts it into words by itself
 * @returns null where it can't be followed
 */
export function readEnvLine(
  argument: string | null,
  isParted: boolean = process.platform === "darwin",
): EnvLine | null {
  if (argument === null) return { program: null, words: [] };
  const split = SPLIT.exec(argument);
  if (split === null && !isParted) return read([argument]);
  const [, own = "", behind, long] = split ?? [];
  const words = splitWords(behind ?? long ?? argument);
  return words === null ? null : read([...[...own].map((letter) => `-${letter}`), ...words]);
}

/** Words between blanks, with quotes taken off; null where there is more to them. */
function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (const character of text) {
    if (/[\\$]/.test(character) || (character === "#" && word === null)) return null;
    if (quote !== "") {
      if (character === quote) quote = "";
      else word += character;
    } else if (/["']/.test(character)) {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") return null;
  return word === null ? words : [...words, word];
}

const EMPTYING = new Set(["-i", "-", "--ignore-environment"]);
const SILENT = new Set(["-v", "--debug"]);

function read(words: readonly string[]): EnvLine | null {
  const rest = [...words];
  let hasPath = true;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const unset = unsetBy(word, rest);
    if (EMPTYING.has(word) || unset === "PATH" || word.startsWith("PATH=")) hasPath = false;
    else if (unset === null && !SILENT.has(word) && !/^[^-=][^=]*=/.test(word)) {
      const program = word === "--" ? (rest.shift() ?? null) : word;
      if (word !== "--" && word.startsWith("-")) return null;
      const isFound = program === null || program.includes("/") || hasPath;
      return isFound ? { program, words: rest } : null;
    }
  }
  return { program: null, words: [] };
}

/** The variable that an option takes out; null where it is no such option. Takes the next word where it is there. */
function unsetBy(word: string, rest: string[]): string | null {
  if (word === "-u" || word === "--unset") return rest.shift() ?? "";
  return /^(?:-u|--unset=)(.+)$/s.exec(word)?.[1] ?? null;
}
