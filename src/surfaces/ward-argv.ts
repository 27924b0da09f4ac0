// Splits the argv of ward into its own options, which stand before the first word, and the call behind them.
import { nearest } from "../language/nearest.ts";

export type WardRequest =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "call"; readonly words: readonly string[] }
  | { readonly kind: "explain"; readonly words: readonly string[] }
  | { readonly kind: "misuse"; readonly message: string };

const OPTIONS = ["--help", "--version", "--explain", "--outcome-fd"];

/** The root word of a call: the name under which the program was started, without a file ending. */
export function rootWord(program: string): string {
  const base = program.split("/").at(-1) ?? "";
  return base.replace(/\.[cm]?js$/, "") || "ward";
}

function misuse(option: string): WardRequest {
  if (/^--outcome-fd(=|$)/.test(option)) {
    return { kind: "misuse", message: "--outcome-fd is not available in this version" };
  }
  const near = nearest(option, OPTIONS);
  const hint = near === null ? "ward --help lists what there is" : `did you mean ${near}?`;
  return { kind: "misuse", message: `unknown option \`${option}\`; ${hint}` };
}

/**
 * @param root the word that the call begins with
 * @param argv what was typed behind the program's name
 * @returns what is asked of ward; every option is its own word and stands before the first other word
 */
export function readWardArgv(root: string, argv: readonly string[]): WardRequest {
  const [first, ...rest] = argv;
  if (first === undefined || first === "--help" || first === "-h") return { kind: "help" };
  if (first === "--version") return { kind: "version" };
  if (first === "--explain") return { kind: "explain", words: [root, ...rest] };
  if (/^-[^-]|^--./.test(first)) return misuse(first);
  return { kind: "call", words: [root, ...argv] };
}
