// Answers a shell that completes: one candidate a line, a tab, and what it says; nothing is run, resolved or asked.
//
// `wardctl __complete PROGRAM -- WORD…`: the words behind the program's name, the last of them begun.
import type { Command } from "commander";
import { candidates } from "../engine/candidates.ts";
import type { Candidate } from "../model/candidate.ts";
import { EXIT } from "../model/exit-codes.ts";
import { printable } from "../render/printable.ts";
import { reachedWrap, readFacts } from "./facts.ts";
import { readMachine } from "./machine.ts";
import { readPolicy } from "./read-policy.ts";
import { print } from "./stdio.ts";
import { wardctlProgram } from "./wardctl-program.ts";

/** The word that shells ask with; no verb can have it. */
export const COMPLETE = "__complete";

const OWN_OPTIONS: readonly Candidate[] = [
  { word: "--help", says: "what is granted here" },
  { word: "--version", says: "of ward" },
  { word: "--explain", says: "how a call would be decided" },
];

/** A word that a terminal would show otherwise than it is can't be offered. */
function line({ word, says }: Candidate): string | null {
  if (printable(word) !== word) return null;
  return says === "" ? word : `${word}\t${printable(says.replaceAll("\t", " "))}`;
}

async function forWard(root: string, words: readonly string[], begun: string) {
  const machine = await readMachine(process.env);
  const { tree } = await readPolicy(machine);
  const call = [root, ...words.filter((word) => word !== "--explain")];
  const facts = await readFacts(reachedWrap(tree, call), { words: [...call, begun] });
  const own = words.length === 0 && begun.startsWith("-") ? OWN_OPTIONS : [];
  return [
    ...own.filter(({ word }) => word.startsWith(begun)),
    ...candidates(tree, call, begun, facts),
  ];
}

function optionsOf(command: Command): readonly Candidate[] {
  const help = { word: "--help", says: "what it does, with an example" };
  const own = command.options.map(({ long, description }) => ({
    word: long ?? "",
    says: description,
  }));
  return [...own.filter(({ word }) => word !== ""), help];
}

/** What an argument may be, where that is a short list. */
function choicesOf(command: Command): readonly Candidate[] {
  return command.registeredArguments.flatMap(({ argChoices }) =>
    (argChoices ?? []).map((word) => ({ word, says: "" })),
  );
}

function forWardctl(words: readonly string[], begun: string): readonly Candidate[] {
  let command: Command = wardctlProgram(
    () => {},
    () => {},
  );
  for (const word of words) {
    command = command.commands.find((one) => one.name() === word) ?? command;
  }
  if (begun.startsWith("-")) return optionsOf(command).filter(({ word }) => word.startsWith(begun));
  const verbs = command.commands.map((one) => ({ word: one.name(), says: one.description() }));
  return [...verbs, ...choicesOf(command)].filter(({ word }) => word.startsWith(begun));
}

/**
 * @param request what stands behind `__complete`
 * @returns the exit code, 0: a shell that completes has no use for any other
 */
export async function complete(request: readonly string[]): Promise<number> {
  const [program = "ward", , ...all] = request;
  const words = all.slice(0, -1);
  const begun = all.at(-1) ?? "";
  const found =
    program === "wardctl" ? forWardctl(words, begun) : await forWard(program, words, begun);
  const lines = found.map(line).filter((text) => text !== null);
  if (lines.length > 0) await print(lines.join("\n"));
  return EXIT.ok;
}
