// wardctl trust ignore: puts one answer about a Guardfile on record.
import type { Command } from "commander";
import { readOwnMachine } from "../own-machine.ts";
import { declareAnswer } from "../trust/answer-options.ts";
import { type AnswerOptions, answerFor } from "../trust/answering.ts";
import type { Verb } from "../verb.ts";

export const trustIgnore: Verb = {
  name: "trust ignore",
  summary: "decline a project's Guardfile whatever it becomes",
  example: "wardctl trust ignore ~/src/their-project",
  declare: declareAnswer,
  async run(command: Command) {
    const options = command.opts<AnswerOptions>();
    return answerFor("ignore", command.args[0], options, await readOwnMachine());
  },
};
