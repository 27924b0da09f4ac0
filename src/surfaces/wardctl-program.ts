// Turns the list of verbs into the program wardctl as commander reads it: for runs, help pages and completions.
import { Command } from "commander";
import { printable } from "../render/printable.ts";
import type { Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

const FAMILIES: Readonly<Record<string, string>> = {
  audit: "read the audit trail back",
  trust: "read and answer for the Guardfiles that projects bring along",
};

/** Commander quotes what was typed: its lines stay, everything in them is escaped. */
function say(text: string): void {
  const lines = text
    .replace(/^error: /, "wardctl: ")
    .split("\n")
    .map(printable);
  process.stderr.write(lines.join("\n"));
}

/** The command that a verb hangs under: the program, or a family such as `audit`. */
function parentOf(program: Command, words: readonly string[]): Command {
  const [family] = words;
  if (words.length < 2 || family === undefined) return program;
  const known = program.commands.find((command) => command.name() === family);
  return known ?? program.command(family).description(FAMILIES[family] ?? "");
}

function addVerb(program: Command, verb: Verb, finish: (exit: number) => void): void {
  const words = verb.name.split(" ");
  const command = parentOf(program, words).command(words.at(-1) ?? "");
  command.description(verb.summary).addHelpText("after", `\nExample:\n  ${verb.example}`);
  verb.declare(command);
  command.action(async () => finish(await verb.run(command)));
}

/**
 * @param finish hears the exit code of the verb that ran
 * @param show gets the text of help and version, to be printed when the parsing is done
 * @returns the program, which throws a CommanderError in place of exiting
 */
export function wardctlProgram(
  finish: (exit: number) => void,
  show: (text: string) => void,
): Command {
  const program = new Command("wardctl")
    .description("Writes, checks, explains and reads back what ward enforces.")
    .version(WARD_VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: say, writeOut: show })
    .addHelpText("after", "\nExample:\n  wardctl explain -- ward git commit -m 'a message'");
  for (const verb of VERBS) addVerb(program, verb, finish);
  return program;
}
