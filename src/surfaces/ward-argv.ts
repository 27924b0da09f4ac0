// Splits the argv of ward into its own options, which stand before the first word, and the call behind them.
import { nearest } from "../language/nearest.ts";

export type WardRequest =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | {
      readonly kind: "call" | "explain";
      readonly words: readonly string[];
      /** What stands behind `--outcome-fd`, unread; null without it. */
      readonly outcomeFd: string | null;
    }
  | { readonly kind: "misuse"; readonly message: string };

const ENDINGS = [".mjs", ".cjs", ".js"];

const OPTIONS = ["--help", "--version", "--explain", "--outcome-fd"];

/** The root word of a call: the name under which the program was started, without a file ending. */
export function rootWord(program: string): string {
  const base = program.split("/").at(-1) ?? "";
  const ending = ENDINGS.find((one) => base.endsWith(one)) ?? "";
  return base.slice(0, base.length - ending.length) || "ward";
}

function misuse(option: string): WardRequest {
  const near = nearest(option, OPTIONS);
  const hint = near === null ? "ward --help lists what there is" : `did you mean ${near}?`;
  return { kind: "misuse", message: `unknown option \`${option}\`; ${hint}` };
}

/**
 * @param root the word that the call begins with
 * @param argv what was typed behind the program's name
 * @returns what is asked of ward; every option stands before the first word that is none
 */
export function readWardArgv(root: string, argv: readonly string[]): WardRequest {
  let kind: "call" | "explain" = "call";
  let outcomeFd: string | null = null;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--help" || word === "-h") return { kind: "help" };
    if (word === "--version") return { kind: "version" };
    if (word === "--explain") kind = "explain";
    else if (word === "--outcome-fd" || word.startsWith("--outcome-fd=")) {
      if (outcomeFd !== null) return { kind: "misuse", message: "--outcome-fd is given twice" };
      if (word === "--outcome-fd") at += 1;
      outcomeFd = word === "--outcome-fd" ? (argv[at] ?? "") : word.slice("--outcome-fd=".length);
    } else if (word.startsWith("-") && word !== "-" && word !== "--") return misuse(word);
    else return { kind, words: [root, ...argv.slice(at)], outcomeFd };
  }
  if (outcomeFd !== null) {
    const message = `--outcome-fd takes ${outcomeFd === "" ? "a number and " : ""}a call behind it`;
    return { kind: "misuse", message };
  }
  return kind === "explain" ? { kind, words: [root], outcomeFd } : { kind: "help" };
}
