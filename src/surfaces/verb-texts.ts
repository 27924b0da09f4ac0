// The list of verbs → what help says of each, as plain values for the page of reference.
import type { Command } from "commander";
import type { OptionText, VerbText } from "../render/verb-page.ts";
import { VERBS } from "./verbs.ts";
import { wardctlProgram } from "./wardctl-program.ts";

function commandOf(program: Command, name: string): Command {
  let command = program;
  for (const word of name.split(" ")) {
    command = command.commands.find((one) => one.name() === word) ?? command;
  }
  return command;
}

function textOf(program: Command, { name, summary, example }: (typeof VERBS)[number]): VerbText {
  const command = commandOf(program, name);
  const help = command.createHelp();
  const args = command.registeredArguments.map((argument): OptionText => {
    return { term: help.argumentTerm(argument), says: help.argumentDescription(argument) };
  });
  const options = command.options.map((option): OptionText => {
    return { term: help.optionTerm(option), says: help.optionDescription(option) };
  });
  return { name, summary, example, usage: help.commandUsage(command), args, options };
}

/** @returns one text a verb, in the order of the list */
export function verbTexts(): readonly VerbText[] {
  const program = wardctlProgram(
    () => {},
    () => {},
  );
  return VERBS.map((verb) => textOf(program, verb));
}
